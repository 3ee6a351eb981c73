// verdict: dead-local
/* What was declared in the block that a jump leaves is gone. */
#include <setjmp.h>

jmp_buf env;
int *kept;

int main(void)
{
    if (setjmp(env) == 0) {
        int inside = 1;

        kept = &inside;
        longjmp(env, 1);
    }
    return *kept; // here
}
