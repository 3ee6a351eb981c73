// verdict: assertion
/* A function without a body may write what its argument points to. */
#include <assert.h>

int device_read(int *value);

int main(void)
{
    int value = 1;

    device_read(&value);
    assert(value == 1);  // here
    return 0;
}
