/*
 * A bounded work-stealing deque in the manner of Chase and Lev: the owner works at the bottom, thieves at the top.
 * Under sequential consistency the last item goes to exactly one of them. BAD lets the owner take the last item
 * without a compare-and-swap.
 */
#include <assert.h>
#include <pthread.h>

#ifndef ITEMS
#define ITEMS 2
#endif
#ifndef THIEVES
#define THIEVES 1
#endif

static volatile int top, bottom, items[ITEMS];
static volatile int done[ITEMS];

static void work(int item) { assert(__sync_add_and_fetch(&done[item], 1) == 1); }

static int take(void) {
    int b = bottom - 1;
    bottom = b;
    int t = top;
    if (t > b) {
        bottom = b + 1;
        return -1;
    }
    int item = items[b];
    if (t < b)
        return item;
#ifndef BAD
    if (!__sync_bool_compare_and_swap(&top, t, t + 1))
        item = -1;
#else
    top = t + 1;
#endif
    bottom = t + 1;
    return item;
}

static int steal(void) {
    int t = top, b = bottom;
    if (t >= b)
        return -1;
    int item = items[t];
    if (!__sync_bool_compare_and_swap(&top, t, t + 1))
        return -1;
    return item;
}

static void *thief(void *unused) {
    int item = steal();
    if (item >= 0)
        work(item);
    return NULL;
}

int main(void) {
    pthread_t thieves[THIEVES];
    for (int i = 0; i < ITEMS; i++)
        items[i] = i;
    bottom = ITEMS;
    for (int i = 0; i < THIEVES; i++)
        pthread_create(&thieves[i], NULL, thief, NULL);
    for (int i = 0; i < ITEMS; i++) {
        int item = take();
        if (item >= 0)
            work(item);
    }
    for (int i = 0; i < THIEVES; i++)
        pthread_join(thieves[i], NULL);
    for (int i = 0; i < ITEMS; i++)
        assert(done[i] == 1);
    return 0;
}
