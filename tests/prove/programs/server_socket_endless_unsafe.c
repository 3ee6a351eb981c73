// unsafe: memory
/* An echo server whose line may be full: its end is written behind it. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

void *serve(void *argument) {
    int descriptor = *(int *)argument;
    char line[256];
    free(argument);
    pthread_detach(pthread_self());
    for (;;) {
        ssize_t count = read(descriptor, line, sizeof line);
        if (count <= 0)
            break;
        line[count] = 0;
        if (write(descriptor, line, count) != count)
            break;
    }
    close(descriptor);
    return NULL;
}

int main(void) {
    int listening = socket(AF_INET, SOCK_STREAM, 0);
    if (listening < 0 || listen(listening, 5))
        return 1;
    while (1) {
        pthread_t thread;
        int *descriptor = malloc(sizeof *descriptor);
        if (descriptor == NULL)
            abort();
        *descriptor = accept(listening, NULL, NULL);
        if (*descriptor < 0) {
            free(descriptor);
            continue;
        }
        pthread_create(&thread, NULL, serve, descriptor);
    }
}
