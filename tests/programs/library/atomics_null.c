// verdict: null-pointer
/* An atomic operation reads and writes what it is given. */
#include <stdatomic.h>
#include <stddef.h>

int main(void)
{
    atomic_int *nowhere = NULL;

    atomic_fetch_add(nowhere, 1); // here
}
