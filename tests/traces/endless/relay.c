/* Messages go from one thread to another for ever; a third one looks at the last of them, which has been freed. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX 4

struct message {
    int len;
    char text[32];
};

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct message *slots[MAX];
    int head, tail, count;
};

static struct queue q = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, { 0 }, 0, 0, 0 };
static int verbose, keep_last;
static struct message *last;

static void queue_put(struct message *m)
{
    pthread_mutex_lock(&q.lock);
    if (q.count < MAX) {
        q.slots[q.tail] = m;
        q.tail = (q.tail + 1) % MAX;
        q.count++;
        pthread_cond_signal(&q.more);
        m = NULL;
    }
    pthread_mutex_unlock(&q.lock);
    free(m);
}

static struct message *queue_get(void)
{
    pthread_mutex_lock(&q.lock);
    while (q.count == 0)
        pthread_cond_wait(&q.more, &q.lock);
    struct message *m = q.slots[q.head];
    q.head = (q.head + 1) % MAX;
    q.count--;
    pthread_mutex_unlock(&q.lock);
    return m;
}

static void *forward(void *unused)
{
    (void)unused;
    for (;;) {
        struct message *m = queue_get();
        if (keep_last)
            last = m;
        if (write(1, m->text, m->len) < 0)
            perror("write");
        free(m);
    }
    return NULL;
}

static void *status(void *unused)
{
    (void)unused;
    for (;;) {
        sleep(1);
        if (keep_last && last)
            printf("last had %d bytes\n", last->len);
        else if (verbose)
            printf("alive\n");
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int c;
    keep_last = 1;
    while ((c = getopt(argc, argv, "vk")) != -1) {
        switch (c) {
        case 'v':
            verbose = 1;
            break;
        case 'k':
            keep_last = 1;
            break;
        default:
            return 2;
        }
    }
    pthread_t f, s;
    if (pthread_create(&f, NULL, forward, NULL) || pthread_create(&s, NULL, status, NULL))
        return 1;
    for (;;) {
        struct message *m = malloc(sizeof *m);
        if (!m)
            return 1;
        ssize_t n = read(0, m->text, sizeof m->text);
        if (n <= 0) {
            free(m);
            break;
        }
        m->len = (int)n;
        queue_put(m);
    }
    return 0;
}
