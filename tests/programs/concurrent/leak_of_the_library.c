// verdict: safe  bounds: leaks=1
// except: cseq large
/* What the library needs for itself is not the program's to free. */
#include <pthread.h>
#include <semaphore.h>
#include <fcntl.h>
#include <stdio.h>

void *worker(void *unused) { return 0; }

int main(void) {
    pthread_t t;
    FILE *file = fopen("name", "r");
    sem_t *semaphore = sem_open("/name", O_CREAT, 0600, 1);
    pthread_create(&t, 0, worker, 0);
    return 0;
}
