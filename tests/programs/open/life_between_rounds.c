// verdict: dead-local
/* A local of a loop's body is dead between two rounds. */
#include <pthread.h>

char *published;
_Atomic int rounds;

void *reads(void *argument)
{
    return rounds == 1 && *published ? argument : NULL; // here
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, reads, NULL);
    for (int round = 1; round < 3; round++) {
        char local = 0;
        published = &local;
        rounds = round;
    }
    pthread_exit(NULL);
}
