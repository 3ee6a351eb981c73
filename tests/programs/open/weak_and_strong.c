// verdict: safe
/* Nobody defines a weak symbol: it is null. An alias and a label are other names of the same thing. */
#include <assert.h>
#include <stddef.h>

extern void hook(void) __attribute__((weak));
extern int setting __attribute__((weak));
extern int getpid(void) __attribute__((weak));

static int real(int x)
{
    return x + 1;
}

int other(int x) __attribute__((alias("real")));
int data = 7;
extern int same_data __attribute__((alias("data")));
int called_so(void) __asm__("linked_so");
int linked_so(void)
{
    return 3;
}

int main(void)
{
    assert(hook == NULL);
    assert(&setting == NULL);
    assert(getpid != NULL);
    if (hook)
        hook();
    assert(other(1) == 2 && other == real);
    same_data = 8;
    assert(data == 8 && &data == &same_data);
    assert(called_so() == 3);
}
