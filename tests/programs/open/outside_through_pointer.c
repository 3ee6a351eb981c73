// verdict: assertion
/* Called through a pointer, it does the same. */
#include <assert.h>

int device_read(int *value);

static int (*reading)(int *value) = device_read;

int main(void)
{
    int value = 1;

    reading(&value);
    assert(value == 1);  // here
    return 0;
}
