// verdict: null-pointer  bounds: symbolic=1
/* A file cannot always be mapped: whoever compares with NULL has not noticed. */
#include <stddef.h>
#include <sys/mman.h>

int main(void)
{
    char *text = mmap(NULL, 8, PROT_READ, MAP_PRIVATE, 3, 0);

    if (text == NULL)
        return 1;
    return text[7]; // here
}
