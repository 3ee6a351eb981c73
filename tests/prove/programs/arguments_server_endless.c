// proved: reach,memory,division,locks,deadlock
/* A server: the port is an argument. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct client {
    int fd;
};

static void *handle(void *arg)
{
    struct client *client = arg;
    char c;

    while (read(client->fd, &c, 1) == 1)
        if (write(client->fd, &c, 1) != 1)
            break;
    close(client->fd);
    free(client);
    return NULL;
}

int main(int argc, char **argv)
{
    struct sockaddr_in address;
    int listener, port;

    if (argc != 2) {
        fprintf(stderr, "usage: %s port\n", argv[0]);
        return 1;
    }
    port = atoi(argv[1]);
    if (port <= 0 || port > 65535) {
        fprintf(stderr, "%s: invalid port %s\n", argv[0], argv[1]);
        return 1;
    }
    listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0)
        return 1;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 16) < 0) {
        perror("bind");
        return 1;
    }
    for (;;) {
        struct client *client = malloc(sizeof *client);
        pthread_t thread;

        if (client == NULL)
            continue;
        client->fd = accept(listener, NULL, NULL);
        if (client->fd < 0 || pthread_create(&thread, NULL, handle, client) != 0) {
            free(client);
            continue;
        }
        pthread_detach(thread);
    }
}
