// verdict: safe
// except: cseq large
// except: once cut
/* EPOLLONESHOT keeps two threads apart; a pointer comes back; a descriptor that is closed is in no set any more. */
#include <assert.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int set, ends[2], told;

static void *worker(void *argument)
{
    struct epoll_event event;

    if (epoll_wait(set, &event, 1, 0) == 1 && event.events == EPOLLIN) {
        int *count = event.data.ptr;

        assert((*count)++ == 0);
    }
    return argument;
}

int main(void)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.ptr = &told};
    pthread_t thread;

    set = epoll_create1(0);
    if (set < 0 || pipe(ends) < 0 || write(ends[1], "x", 1) != 1 || epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event) < 0)
        return 1;
    pthread_create(&thread, NULL, worker, NULL);
    worker(NULL);
    pthread_join(thread, NULL);
    if (epoll_ctl(set, EPOLL_CTL_MOD, ends[0], &event) == 0) {
        close(ends[0]);
        assert(epoll_wait(set, &event, 1, 0) <= 0);
    }
    return 0;
}
