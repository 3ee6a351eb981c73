/*
 * CAV 2014, rows 49 and 50: bigshot. One thread allocates a buffer, another fills it if it is there. Both run at once
 * (p), or the first is waited for before the second starts (SEQUENTIAL, s), and main does not wait for the second.
 * main expects the text. FIXED accepts that nothing was written (p) or waits (s).
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *volatile buffer;

static void *allocate(void *unused) {
    char *fresh = malloc(8);
    if (fresh)
        fresh[0] = 0;
    buffer = fresh;
    return NULL;
}

static void *fill(void *unused) {
    if (buffer)
        strcpy(buffer, "Bigshot");
    return NULL;
}

int main(void) {
    pthread_t a, b;
#ifdef SEQUENTIAL
    pthread_create(&a, NULL, allocate, NULL);
    pthread_join(a, NULL);
    pthread_create(&b, NULL, fill, NULL);
#else
    pthread_create(&b, NULL, fill, NULL);
    pthread_create(&a, NULL, allocate, NULL);
    pthread_join(a, NULL);
#endif
#if defined(FIXED) || !defined(SEQUENTIAL)
    pthread_join(b, NULL);
#endif
#if defined(FIXED) && !defined(SEQUENTIAL)
    assert(!buffer || buffer[0] == 0 || buffer[0] == 'B');
#else
    assert(!buffer || buffer[0] == 'B');
#endif
#ifdef FIXED
    free(buffer);
#endif
    return 0;
}
