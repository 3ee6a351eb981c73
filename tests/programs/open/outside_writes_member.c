// verdict: safe  bounds: sampled=1
/* Who is handed a member writes that, not its neighbours; who is handed a literal or nothing writes nothing. */
#include <assert.h>
#include <stddef.h>

struct device {
    int before;
    int value;
    int after;
    char text[4];
    int last;
};

int device_read(int *value);
int device_name(char *name);

int main(void)
{
    struct device device = {1, 2, 3, "abc", 5};

    device_read(&device.value);
    device_name(device.text);
    device_name("literal");
    device_name(NULL);
    assert(device.before == 1 && device.after == 3 && device.last == 5);
    return 0;
}
