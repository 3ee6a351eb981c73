// verdict: data-race
/* Printing a text while another thread writes it. */
#include <pthread.h>
#include <stdio.h>

char text[2] = "a";

static void *worker(void *argument)
{
    text[0] = 'b'; // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    printf("%s\n", text); // here
    pthread_join(thread, 0);
}
