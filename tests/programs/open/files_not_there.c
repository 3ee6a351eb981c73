// verdict: null-pointer  bounds: symbolic=1
/* A directory need not be there. */
#include <dirent.h>

int main(void)
{
    DIR *directory = opendir("folder");

    readdir(directory); // here
    return 0;
}
