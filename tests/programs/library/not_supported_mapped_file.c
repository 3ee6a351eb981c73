// verdict: unsupported
/* What is in files is not known. */
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    return mmap(NULL, 8, PROT_READ, MAP_PRIVATE, 3, 0) == MAP_FAILED; // here
}
