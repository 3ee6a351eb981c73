/* Counters of a cache that a monitor prints. BUG: total and hits are counted in two critical sections. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 3
#define REQUESTS 10
#define REPORTS 4

struct statistics {
    pthread_mutex_t lock;
    unsigned long total;
    unsigned long hits;
    unsigned long misses;
};

static struct statistics stats = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void count(unsigned long *counter)
{
    pthread_mutex_lock(&stats.lock);
    ++*counter;
    pthread_mutex_unlock(&stats.lock);
}

static void count_request(int hit)
{
#ifdef BUG
    count(&stats.total);
    count(hit ? &stats.hits : &stats.misses);
#else
    pthread_mutex_lock(&stats.lock);
    stats.total++;
    if (hit)
        stats.hits++;
    else
        stats.misses++;
    pthread_mutex_unlock(&stats.lock);
#endif
}

static struct statistics snapshot(void)
{
    struct statistics copy;

    pthread_mutex_lock(&stats.lock);
    copy.total = stats.total;
    copy.hits = stats.hits;
    copy.misses = stats.misses;
    pthread_mutex_unlock(&stats.lock);
    return copy;
}

static void *worker(void *arg)
{
    int id = *(int *)arg;

    for (int i = 0; i < REQUESTS; i++)
        count_request((id + i) % 3 != 0);
    return NULL;
}

static void *monitor(void *unused)
{
    (void)unused;
    for (int i = 0; i < REPORTS; i++) {
        struct statistics s = snapshot();
        double rate = s.total ? 100.0 * (double)s.hits / (double)s.total : 0.0;
        printf("%lu requests, %lu hits (%.1f %%)\n", s.total, s.hits, rate);
        assert(s.hits + s.misses == s.total);
    }
    return NULL;
}

int main(void)
{
    pthread_t workers[WORKERS], monitor_thread;
    int ids[WORKERS];

    if (pthread_create(&monitor_thread, NULL, monitor, NULL) != 0) {
        perror("monitor");
        exit(1);
    }
    for (int i = 0; i < WORKERS; i++) {
        ids[i] = i;
        if (pthread_create(&workers[i], NULL, worker, &ids[i]) != 0) {
            perror("worker");
            exit(1);
        }
    }
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    pthread_join(monitor_thread, NULL);
    assert(stats.total == WORKERS * REQUESTS);
    (void)count;
    return 0;
}
