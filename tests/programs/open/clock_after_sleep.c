// verdict: safe  bounds: sampled=1
/* Whoever sleeps finds the time of day at least that much later. */
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    time_t before = time(NULL);

    sleep(2);
    usleep(1500000);
    assert(time(NULL) - before >= 3);
    return 0;
}
