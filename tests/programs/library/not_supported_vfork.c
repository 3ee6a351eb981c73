// verdict: unsupported
/* Other processes are not looked at. */
#include <unistd.h>

int main(void)
{
    return vfork() == 0; // here
}
