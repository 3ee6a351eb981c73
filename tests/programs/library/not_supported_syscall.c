// verdict: unsupported
/* What a system call does by its number is not known. */
#include <unistd.h>

int main(void)
{
    return syscall(39) > 0; // here
}
