/*
 * SPIN 2008, figure 11: messages with priorities between SENDERS senders and one receiver. A queue per priority, a
 * lock, a condition variable for space and one for messages. The receiver takes the most urgent message first;
 * messages of one sender and priority stay in order. BAD forgets to take the lock while it chooses the queue.
 */
#include <assert.h>
#include <pthread.h>

#ifndef SENDERS
#define SENDERS 1
#endif
#ifndef MESSAGES
#define MESSAGES 2
#endif
#ifndef CAPACITY
#define CAPACITY 1
#endif
#define PRIORITIES 2

struct queue {
    int items[CAPACITY], head, length;
};

static struct queue queues[PRIORITIES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t space = PTHREAD_COND_INITIALIZER, message = PTHREAD_COND_INITIALIZER;

static void send(int priority, int item) {
    struct queue *q = &queues[priority];
    pthread_mutex_lock(&lock);
    while (q->length == CAPACITY)
        pthread_cond_wait(&space, &lock);
    q->items[(q->head + q->length) % CAPACITY] = item;
    q->length++;
    pthread_cond_signal(&message);
    pthread_mutex_unlock(&lock);
}

static int most_urgent(void) {
    for (int p = PRIORITIES - 1; p >= 0; p--)
        if (queues[p].length > 0)
            return p;
    return -1;
}

static int receive(int *priority) {
#ifdef BAD
    int p = most_urgent();
    pthread_mutex_lock(&lock);
#else
    pthread_mutex_lock(&lock);
    int p = most_urgent();
#endif
    while (p < 0) {
        pthread_cond_wait(&message, &lock);
        p = most_urgent();
    }
    assert(p == most_urgent());
    struct queue *q = &queues[p];
    int item = q->items[q->head];
    q->head = (q->head + 1) % CAPACITY;
    q->length--;
    pthread_cond_broadcast(&space);
    pthread_mutex_unlock(&lock);
    *priority = p;
    return item;
}

static void *sender(void *argument) {
    int me = (int)(long)argument;
    for (int i = 0; i < MESSAGES; i++)
        send(i % PRIORITIES, me * MESSAGES + i);
    return NULL;
}

static void *receiver(void *unused) {
    int last[SENDERS][PRIORITIES];
    for (int s = 0; s < SENDERS; s++)
        for (int p = 0; p < PRIORITIES; p++)
            last[s][p] = -1;
    for (int i = 0; i < SENDERS * MESSAGES; i++) {
        int priority, item = receive(&priority);
        int from = item / MESSAGES;
        assert(item % MESSAGES % PRIORITIES == priority);
        assert(last[from][priority] < item);
        last[from][priority] = item;
    }
    return NULL;
}

int main(void) {
    pthread_t senders[SENDERS], r;
    for (long i = 0; i < SENDERS; i++)
        pthread_create(&senders[i], NULL, sender, (void *)i);
    pthread_create(&r, NULL, receiver, NULL);
    for (int i = 0; i < SENDERS; i++)
        pthread_join(senders[i], NULL);
    pthread_join(r, NULL);
    return 0;
}
