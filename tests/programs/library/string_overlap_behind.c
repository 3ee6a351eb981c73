// verdict: overlap
/* A text is moved to the left by strcpy, which may copy in any order. */
#include <string.h>

int main(void)
{
    char text[] = "/a";

    strcpy(text, text + 1); // here
    return 0;
}
