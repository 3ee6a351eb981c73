// verdict: safe  bounds: signals=0, sampled=1
// except: cseq slow
/* What a timer of POSIX tells is what was set; one that was deleted is none any more. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

int main(void)
{
    struct itimerspec value = {{2, 5}, {4, 0}}, now;
    struct sigevent event = {0};
    timer_t timer;

    event.sigev_notify = SIGEV_NONE;
    assert(timer_create(50, &event, &timer) == -1 && errno == EINVAL);
    assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
    assert(timer_settime(timer, 0, &value, NULL) == 0);
    assert(timer_gettime(timer, &now) == 0 && now.it_interval.tv_sec == 2 && now.it_interval.tv_nsec == 5);
    assert(now.it_value.tv_sec <= 4 && (now.it_value.tv_sec > 0 || now.it_value.tv_nsec > 0));
    value.it_interval.tv_sec = value.it_interval.tv_nsec = 0;
    assert(timer_settime(timer, 0, &value, NULL) == 0 && timer_getoverrun(timer) == 0);
    value.it_value.tv_sec = -1;
    assert(timer_settime(timer, 0, &value, NULL) == -1 && errno == EINVAL);
    assert(timer_delete(timer) == 0);
    errno = 0;
    assert(timer_gettime(timer, &now) == -1 && errno == EINVAL && timer_delete(timer) == -1);
    return 0;
}
