// verdict: use-after-free
/* Memory that was unmapped is gone. */
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    int *memory = mmap(NULL, sizeof *memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    munmap(memory, sizeof *memory);
    *memory = 1; // here
}
