/*
 * CAV 2014, rows 49 and 50: bigshot. One thread allocates a buffer, another fills it if it is there. In PARALLEL both run at
 * once; in SEQUENTIAL (s) the first is waited for before the second starts. main expects the text. FIXED accepts that nothing
 * was written.
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
    pthread_create(&a, NULL, allocate, NULL);
#ifdef SEQUENTIAL
    pthread_join(a, NULL);
#endif
    pthread_create(&b, NULL, fill, NULL);
#ifndef SEQUENTIAL
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
