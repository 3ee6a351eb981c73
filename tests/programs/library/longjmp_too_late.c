// verdict: unsupported
/* The function that has called setjmp has returned: nobody can tell what happens. */
#include <setjmp.h>

jmp_buf env;

int prepare(void)
{
    return setjmp(env);
}

int main(void)
{
    if (prepare() == 0)
        longjmp(env, 1); // here
    return 0;
}
