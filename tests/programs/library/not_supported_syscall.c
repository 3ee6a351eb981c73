// verdict: unsupported
/* What a system call does by its number is not known, but for a few. */
#include <unistd.h>

int main(void)
{
    return syscall(202) > 0; // here
}
