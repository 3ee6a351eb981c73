// verdict: lock-misuse
/* Waiting with a C11 mutex that nobody holds. */
#include <threads.h>

int main(void)
{
    mtx_t mutex;
    cnd_t condition;

    mtx_init(&mutex, mtx_plain);
    cnd_init(&condition);
    cnd_wait(&condition, &mutex); // here
}
