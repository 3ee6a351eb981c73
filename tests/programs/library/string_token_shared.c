// verdict: data-race
/* What strtok remembers is one for all threads. */
#include <pthread.h>
#include <string.h>

static void *worker(void *argument)
{
    char text[2] = "a";

    strtok(text, ","); // here
    return argument;
}

int main(void)
{
    char text[2] = "b";
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    strtok(text, ","); // here
    pthread_join(thread, NULL);
}
