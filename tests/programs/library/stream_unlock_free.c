// verdict: lock-misuse
#include <stdio.h>

int main(void)
{
    flockfile(stdout);
    funlockfile(stdout);
    funlockfile(stdout); // here
}
