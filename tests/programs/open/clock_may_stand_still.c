// verdict: assertion
/* Two looks at a clock may show the same. */
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t first = time(NULL), second = time(NULL);

    assert(second > first);  // here
    return 0;
}
