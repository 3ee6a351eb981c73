// verdict: unsupported
/* Memory that may not be touched, or is cleared by advice. */
#include <assert.h>
#include <sys/mman.h>

int main(void)
{
    static char page[8];

    assert(mprotect(page, 8, PROT_READ) <= 0); // here
    return 0;
}
