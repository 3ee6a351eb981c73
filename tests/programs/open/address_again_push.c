// verdict: safe
// except: cseq slow
/* A stack that is emptied as a whole: whoever pushes may find the address of a node that was freed and pushed again, and
 * that is as good as the old one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static _Atomic(struct node *) top;

static void push(int value)
{
    struct node *n = malloc(sizeof *n), *old = top;

    n->value = value;
    do
        n->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
}

static int drain(void)
{
    struct node *n = atomic_exchange(&top, NULL), *next;
    int sum = 0;

    for (; n; n = next) {
        next = n->next;
        sum += n->value;
        free(n);
    }
    return sum;
}

static void *pusher(void *unused)
{
    push(1);
    return unused;
}

int main(void)
{
    pthread_t t;
    int sum;

    pthread_create(&t, NULL, pusher, NULL);
    sum = drain();
    push(4);
    pthread_join(t, NULL);
    assert(sum + drain() == 5);
    return 0;
}
