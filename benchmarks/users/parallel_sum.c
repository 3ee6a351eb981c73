/* The sum and the largest of an array, in parallel. BUG: the results are merged without the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define NTHREADS 4

struct range {
    const int *data;
    size_t begin, end;
};

static long total;
static int largest;
static pthread_mutex_t result_lock = PTHREAD_MUTEX_INITIALIZER;

static void merge(long sum, int max)
{
#ifndef BUG
    pthread_mutex_lock(&result_lock);
#endif
    total += sum;
    if (max > largest)
        largest = max;
#ifndef BUG
    pthread_mutex_unlock(&result_lock);
#endif
}

static void *sum_range(void *arg)
{
    struct range *r = arg;
    long sum = 0;
    int max = r->data[r->begin];

    for (size_t i = r->begin; i < r->end; i++) {
        sum += r->data[i];
        if (r->data[i] > max)
            max = r->data[i];
    }
    merge(sum, max);
    free(r);
    return NULL;
}

static void fill(int *data, size_t n)
{
    unsigned seed = 12345;

    for (size_t i = 0; i < n; i++) {
        seed = seed * 1103515245u + 12345u;
        data[i] = (int)(seed >> 16) % 1000;
    }
}

int main(void)
{
    int *data = malloc(N * sizeof *data);
    pthread_t threads[NTHREADS];
    long expected = 0;
    int expected_largest = 0;

    if (!data) {
        perror("malloc");
        return 1;
    }
    fill(data, N);
    for (int t = 0; t < NTHREADS; t++) {
        struct range *r = malloc(sizeof *r);
        if (!r) {
            perror("malloc");
            return 1;
        }
        r->data = data;
        r->begin = (size_t)t * N / NTHREADS;
        r->end = (size_t)(t + 1) * N / NTHREADS;
        if (pthread_create(&threads[t], NULL, sum_range, r) != 0) {
            perror("pthread_create");
            return 1;
        }
    }
    for (int t = 0; t < NTHREADS; t++)
        pthread_join(threads[t], NULL);
    for (size_t i = 0; i < N; i++) {
        expected += data[i];
        if (data[i] > expected_largest)
            expected_largest = data[i];
    }
    printf("sum %ld, largest %d\n", total, largest);
    assert(total == expected);
    assert(largest == expected_largest);
    free(data);
    return 0;
}
