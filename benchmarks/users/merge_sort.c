/* Merge sort with a thread for the left half of large pieces. BUG: it merges before the left half is sorted. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH 32
#define CUTOFF 8

struct slice {
    int *data;
    int *scratch;
    size_t length;
};

static void insertion_sort(int *data, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        int value = data[i];
        size_t j = i;
        while (j > 0 && data[j - 1] > value) {
            data[j] = data[j - 1];
            j--;
        }
        data[j] = value;
    }
}

static void merge(int *data, int *scratch, size_t middle, size_t n)
{
    size_t i = 0, j = middle, k = 0;

    while (i < middle && j < n)
        scratch[k++] = data[i] <= data[j] ? data[i++] : data[j++];
    while (i < middle)
        scratch[k++] = data[i++];
    while (j < n)
        scratch[k++] = data[j++];
    for (i = 0; i < n; i++)
        data[i] = scratch[i];
}

static void *sort(void *arg)
{
    struct slice *s = arg;
    size_t middle = s->length / 2;

    if (s->length <= CUTOFF) {
        insertion_sort(s->data, s->length);
        return NULL;
    }
    struct slice left = {s->data, s->scratch, middle};
    struct slice right = {s->data + middle, s->scratch + middle, s->length - middle};
    pthread_t thread;
    if (pthread_create(&thread, NULL, sort, &left) != 0) {
        perror("pthread_create");
        exit(EXIT_FAILURE);
    }
    sort(&right);
#ifdef BUG
    merge(s->data, s->scratch, middle, s->length);
    pthread_join(thread, NULL);
#else
    pthread_join(thread, NULL);
    merge(s->data, s->scratch, middle, s->length);
#endif
    return NULL;
}

static int is_sorted(const int *data, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (data[i - 1] > data[i])
            return 0;
    return 1;
}

int main(void)
{
    int *numbers = malloc(LENGTH * sizeof(int));
    int *scratch = calloc(LENGTH, sizeof(int));
    struct slice all = {numbers, scratch, LENGTH};

    if (!numbers || !scratch) {
        fprintf(stderr, "out of memory\n");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < LENGTH; i++)
        numbers[i] = (i * 37 + 11) % 64;
    sort(&all);
    for (int i = 0; i < LENGTH; i++)
        printf("%d%c", numbers[i], i + 1 < LENGTH ? ' ' : '\n');
    assert(is_sorted(numbers, LENGTH));
    free(numbers);
    free(scratch);
    return EXIT_SUCCESS;
}
