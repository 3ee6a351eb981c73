/*
 * Tasks share a pool of printers. Each takes one for the draft and, still holding it, another one for the fair copy;
 * a log counts jobs and pages. As many printers as tasks are too few: everybody may hold one. FIXED adds one more.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef TASKS
#define TASKS 3
#endif
#ifdef FIXED
#define PRINTERS (TASKS + 1)
#else
#define PRINTERS TASKS
#endif
enum { DRAFT = 1, FAIR_COPY = 2 }; /* pages */

static sem_t idle;
static pthread_mutex_t logging = PTHREAD_MUTEX_INITIALIZER;
static int jobs, pages;

static void print(int length) {
    sem_wait(&idle);
    pthread_mutex_lock(&logging);
    jobs++;
    pages += length;
    pthread_mutex_unlock(&logging);
}

static void *task(void *argument) {
    print(DRAFT);
    print(FAIR_COPY);
    sem_post(&idle);
    sem_post(&idle);
    return argument;
}

int main(void) {
    pthread_t tasks[TASKS];
    sem_init(&idle, 0, PRINTERS);
    for (int i = 0; i < TASKS; i++)
        pthread_create(&tasks[i], NULL, task, NULL);
    for (int i = 0; i < TASKS; i++)
        pthread_join(tasks[i], NULL);
    assert(jobs == 2 * TASKS && pages == TASKS * (DRAFT + FAIR_COPY));
    return 0;
}
