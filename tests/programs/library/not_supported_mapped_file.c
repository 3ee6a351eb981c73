// verdict: unsupported
/* Two views of shared files may be the same memory. */
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    mmap(NULL, 8, PROT_READ, MAP_SHARED, 3, 0);
    mmap(NULL, 8, PROT_READ, MAP_SHARED, 3, 0); // here
    return 0;
}
