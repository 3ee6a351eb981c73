/* A token bucket with a thread that refills it. BUG: the bucket is tested and a token taken without holding the lock throughout. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define BURST 5
#define CLIENTS 4
#define ATTEMPTS 4
#define REFILLS 3

struct bucket {
    pthread_mutex_t lock;
    int tokens;
    int capacity;
    int issued;
};

static struct bucket bucket;

static void bucket_init(struct bucket *b, int capacity)
{
    pthread_mutex_init(&b->lock, NULL);
    b->tokens = b->capacity = capacity;
    b->issued = capacity;
}

static bool bucket_take(struct bucket *b)
{
    bool taken = false;

    pthread_mutex_lock(&b->lock);
#ifdef BUG
    int available = b->tokens;
    pthread_mutex_unlock(&b->lock);
    if (available <= 0)
        return false;
    pthread_mutex_lock(&b->lock);
    b->tokens--;
    taken = true;
#else
    if (b->tokens > 0) {
        b->tokens--;
        taken = true;
    }
#endif
    assert(b->tokens >= 0);
    pthread_mutex_unlock(&b->lock);
    return taken;
}

static void bucket_refill(struct bucket *b, int n)
{
    pthread_mutex_lock(&b->lock);
    for (int i = 0; i < n && b->tokens < b->capacity; i++) {
        b->tokens++;
        b->issued++;
    }
    pthread_mutex_unlock(&b->lock);
}

static void *refiller(void *unused)
{
    (void)unused;
    for (int i = 0; i < REFILLS; i++)
        bucket_refill(&bucket, 2);
    return NULL;
}

static void *client(void *arg)
{
    int *granted = arg;

    for (int i = 0; i < ATTEMPTS; i++)
        if (bucket_take(&bucket))
            ++*granted;
    return NULL;
}

int main(void)
{
    pthread_t clients[CLIENTS], refill_thread;
    int granted[CLIENTS] = {0}, sum = 0;

    bucket_init(&bucket, BURST);
    if (pthread_create(&refill_thread, NULL, refiller, NULL)) {
        fprintf(stderr, "no thread for the refills\n");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < CLIENTS; i++) {
        if (pthread_create(&clients[i], NULL, client, &granted[i])) {
            fprintf(stderr, "no thread for client %d\n", i);
            return EXIT_FAILURE;
        }
    }
    for (int i = 0; i < CLIENTS; i++) {
        pthread_join(clients[i], NULL);
        sum += granted[i];
        printf("client %d: %d of %d\n", i, granted[i], ATTEMPTS);
    }
    pthread_join(refill_thread, NULL);
    assert(sum + bucket.tokens == bucket.issued);
    pthread_mutex_destroy(&bucket.lock);
    return EXIT_SUCCESS;
}
