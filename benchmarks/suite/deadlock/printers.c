/*
 * Tasks share a pool of printers. Each takes one for the draft and, still holding it, another one for the fair copy.
 * As many printers as tasks are too few: everybody may hold one. FIXED adds one more.
 */
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

static sem_t idle_printers;

static void *task(void *argument) {
    sem_wait(&idle_printers);
    sem_wait(&idle_printers);
    sem_post(&idle_printers);
    sem_post(&idle_printers);
    return argument;
}

int main(void) {
    pthread_t tasks[TASKS];
    sem_init(&idle_printers, 0, PRINTERS);
    for (int i = 0; i < TASKS; i++)
        pthread_create(&tasks[i], NULL, task, NULL);
    for (int i = 0; i < TASKS; i++)
        pthread_join(tasks[i], NULL);
    return 0;
}
