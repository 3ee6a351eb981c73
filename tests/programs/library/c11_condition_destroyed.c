// verdict: lock-misuse
/* A C11 condition variable that was destroyed. */
#include <threads.h>

int main(void)
{
    cnd_t condition;

    cnd_init(&condition);
    cnd_destroy(&condition);
    cnd_signal(&condition); // here
}
