// verdict: lock-misuse
/* A C11 mutex is unlocked that nobody holds. */
#include <threads.h>

mtx_t mutex;

int main(void)
{
    mtx_init(&mutex, mtx_plain);
    mtx_unlock(&mutex);  // here
}
