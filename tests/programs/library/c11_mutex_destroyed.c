// verdict: lock-misuse
/* A C11 mutex that was destroyed. */
#include <threads.h>

int main(void)
{
    mtx_t mutex;

    mtx_init(&mutex, mtx_plain);
    mtx_destroy(&mutex);
    mtx_trylock(&mutex); // here
}
