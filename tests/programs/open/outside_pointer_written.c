// verdict: null-pointer
/* A pointer that it may write may be null from then on. */
#include <assert.h>

struct device {
    int *data;
    int size;
};

int initialise(struct device *device);

int main(void)
{
    int data = 3;
    struct device device = {&data, 1};

    initialise(&device);
    if (device.data != &data && device.data != 0)
        return 1;
    return *device.data == 3;  // here
}
