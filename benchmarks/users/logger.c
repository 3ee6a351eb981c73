/* A log with a writer thread. BUG: a message that is too long leaves the lock taken. */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SLOTS 16
#define LINE 32
#define CLIENTS 3
#define MESSAGES 5

enum level { DEBUG, INFO, WARNING, ERROR };

static const char *const level_names[] = {"debug", "info", "warning", "error"};

struct entry {
    enum level level;
    char text[LINE];
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct entry entries[SLOTS];
    unsigned head, tail;
    int closed;
    int written, dropped;
} logger = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static int log_message(enum level level, const char *text)
{
    size_t length = strlen(text);

    pthread_mutex_lock(&logger.lock);
    if (length >= LINE) {
        logger.dropped++;
#ifndef BUG
        pthread_mutex_unlock(&logger.lock);
#endif
        return -1;
    }
    while (logger.head - logger.tail == SLOTS)
        pthread_cond_wait(&logger.changed, &logger.lock);
    struct entry *e = &logger.entries[logger.head % SLOTS];
    e->level = level;
    memcpy(e->text, text, length + 1);
    logger.head++;
    pthread_cond_broadcast(&logger.changed);
    pthread_mutex_unlock(&logger.lock);
    return 0;
}

static void *writer(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&logger.lock);
    for (;;) {
        while (logger.head == logger.tail && !logger.closed)
            pthread_cond_wait(&logger.changed, &logger.lock);
        if (logger.head == logger.tail)
            break;
        struct entry *e = &logger.entries[logger.tail % SLOTS];
        printf("[%s] %s\n", level_names[e->level], e->text);
        logger.tail++;
        logger.written++;
        pthread_cond_broadcast(&logger.changed);
    }
    pthread_mutex_unlock(&logger.lock);
    return NULL;
}

static void *client(void *arg)
{
    int id = *(int *)arg;

    for (int i = 0; i < MESSAGES; i++) {
        if (i == 3)
            log_message(WARNING, "a message with far too many characters in it");
        else
            log_message(i == 0 ? INFO : DEBUG, id == 0 ? "zero here" : "somebody here");
    }
    return NULL;
}

int main(void)
{
    pthread_t writer_thread, clients[CLIENTS];
    int ids[CLIENTS];

    if (pthread_create(&writer_thread, NULL, writer, NULL) != 0) {
        perror("writer");
        return 1;
    }
    for (int i = 0; i < CLIENTS; i++) {
        ids[i] = i;
        if (pthread_create(&clients[i], NULL, client, &ids[i]) != 0) {
            perror("client");
            return 1;
        }
    }
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(clients[i], NULL);
    pthread_mutex_lock(&logger.lock);
    logger.closed = 1;
    pthread_cond_broadcast(&logger.changed);
    pthread_mutex_unlock(&logger.lock);
    pthread_join(writer_thread, NULL);
    assert(logger.dropped == CLIENTS);
    assert(logger.written == CLIENTS * (MESSAGES - 1));
    printf("%d written, %d dropped\n", logger.written, logger.dropped);
    return 0;
}
