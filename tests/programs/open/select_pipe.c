// verdict: safe
// except: cseq slow
/* Who waits by select or epoll is told of what is in the pipe, and of nothing else. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2], counter;

static void *says(void *arg)
{
    uint64_t three = 3;

    write(ends[1], "x", 1);
    write(counter, &three, sizeof three);
    return arg;
}

static void waits_for_pipe(void)
{
    fd_set set;
    char byte;

    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    if (select(ends[0] + 1, &set, NULL, NULL, NULL) < 0)
        return;
    assert(FD_ISSET(ends[0], &set));
    assert(read(ends[0], &byte, 1) == 1 && byte == 'x');
}

static void waits_for_counter(void)
{
    struct epoll_event event = {.events = EPOLLIN}, told;
    int set = epoll_create1(0);
    uint64_t value;

    event.data.fd = counter;
    if (set < 0 || epoll_ctl(set, EPOLL_CTL_ADD, counter, &event) != 0 || epoll_wait(set, &told, 1, -1) < 0)
        return;
    assert(told.data.fd == counter && (told.events & EPOLLIN));
    assert(read(counter, &value, sizeof value) == sizeof value && value == 3);
}

int main(void)
{
    pthread_t thread;

    assert(pipe(ends) == 0);
    counter = eventfd(0, 0);
    pthread_create(&thread, NULL, says, NULL);
    waits_for_pipe();
    waits_for_counter();
    pthread_join(thread, NULL);
    return 0;
}
