// verdict: assertion
/* What only root comes to, at a terminal. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    if (geteuid() != 0)
        return 1;
    assert(!isatty(1)); // here
    return 0;
}
