// verdict: lock-misuse
/* A C11 mutex is destroyed while it is locked. */
#include <threads.h>

int main(void)
{
    mtx_t mutex;

    mtx_init(&mutex, mtx_plain);
    mtx_lock(&mutex);
    mtx_destroy(&mutex); // here
}
