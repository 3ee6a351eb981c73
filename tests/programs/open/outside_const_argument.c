// verdict: safe
/* It does not write through pointers to const, nor what nobody handed to it. */
#include <assert.h>

struct setting {
    int number;
    const int *limit;
};

int device_write(const int *value);
int configure(const struct setting *setting);
void show(const char *format, ...);

int main(void)
{
    int value = 1, other = 2, limit = 3;
    char name[4] = "abc";
    struct setting setting = {4, &limit};

    device_write(&value);
    configure(&setting);
    show("%s %d", name, value);
    assert(value == 1 && other == 2 && limit == 3);
    assert(setting.number == 4 && setting.limit == &limit && name[1] == 'b');
    return 0;
}
