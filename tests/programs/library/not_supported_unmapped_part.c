// verdict: unsupported
/* Memory is given back as a whole. */
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *memory = mmap(NULL, 8, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return munmap(memory, 4); // here
}
