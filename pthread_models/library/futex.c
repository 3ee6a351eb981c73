/* Futexes: a thread sleeps at a word as long as nobody wakes it, unless the word holds something else when it comes.
   Who is woken is any of those that sleep there. Nobody wakes up spuriously. */
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <smtcb.h>
#include <stddef.h>
#include <sys/syscall.h>

enum { MOST_WORDS = 8 };

static struct place {
    volatile int *word;
    __smtcb_thread_set sleepers;
} places[MOST_WORDS];

/* Inside the caller's atomic section, like all that follow but the last. */
static struct place *place_of(volatile int *word)
{
    int i;

    for (i = 0; i < MOST_WORDS; i++) {
        if (places[i].word == NULL)
            places[i].word = word;
        if (places[i].word == word)
            return &places[i];
    }
    __smtcb_unsupported("more than 8 words at which threads sleep (futex)");
    return NULL;
}

static void wake(struct place *place, __smtcb_thread_set threads)
{
    place->sleepers &= ~threads;
    __smtcb_asleep &= ~threads;
}

static int wake_some(struct place *place, int most)
{
    __smtcb_thread_set rest;
    int count = 0;

    if (most == INT_MAX) {
        for (rest = place->sleepers; rest != 0; rest &= rest - 1)
            count++;
        wake(place, place->sleepers);
    }
    while (count < most && place->sleepers != 0) {
        wake(place, __smtcb_pick_thread(place->sleepers));
        count++;
    }
    return count;
}

static long sleep_at(volatile int *word, int expected)
{
    __smtcb_thread_set self = 0;

    __smtcb_atomic_begin();
    if (*word == expected) {
        self = __smtcb_self_set();
        place_of(word)->sleepers |= self;
        __smtcb_asleep |= self;
    }
    __smtcb_atomic_end();
    if (self == 0) {
        errno = EAGAIN;
        return -1;
    }
    __smtcb_atomic_begin();
    __smtcb_block_until((__smtcb_asleep & self) == 0, "the futex is woken");
    __smtcb_atomic_end();
    return 0;
}

int __smtcb_has_futexes(void)
{
    return 1;
}

long __smtcb_futex(int *word, int operation, int value, const void *timeout)
{
    int count;

    switch (operation & ~FUTEX_PRIVATE_FLAG) {
    case FUTEX_WAIT:
        if (timeout != NULL)
            __smtcb_unsupported("a futex with a deadline");
        return sleep_at(word, value);
    case FUTEX_WAKE:
        __smtcb_atomic_begin();
        count = wake_some(place_of(word), value);
        __smtcb_atomic_end();
        return count;
    default:
        __smtcb_unsupported("a rare operation of a futex");
        return -1;
    }
}
