// verdict: null-pointer
/* A weak function that nobody defines is called without a look whether it is there. */
extern void hook(void) __attribute__((weak));

int main(void)
{
    hook(); // here
}
