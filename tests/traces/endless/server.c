/* One thread serves requests for ever, another one frees sessions that are in use. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SLOTS 4

struct session {
    int id;
    int bytes;
};

static struct session *sessions[SLOTS];
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;

static struct session *lookup(int id)
{
    struct session *s;
    pthread_mutex_lock(&table);
    s = sessions[id % SLOTS];
    pthread_mutex_unlock(&table);
    return s;
}

static void *serve(void *arg)
{
    char buf[64];
    (void)arg;
    for (;;) {
        ssize_t n = read(0, buf, sizeof buf);
        if (n <= 0)
            break;
        struct session *s = lookup((unsigned char)buf[0]);
        if (s)
            s->bytes += n;
    }
    return NULL;
}

static void *reaper(void *arg)
{
    (void)arg;
    for (;;) {
        sleep(1);
        pthread_mutex_lock(&table);
        for (int i = 0; i < SLOTS; i++) {
            if (sessions[i] && sessions[i]->bytes > 100) {
                free(sessions[i]);
                sessions[i] = NULL;
            }
        }
        pthread_mutex_unlock(&table);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    for (int i = 0; i < SLOTS; i++) {
        sessions[i] = malloc(sizeof(struct session));
        if (!sessions[i])
            exit(1);
        sessions[i]->id = i;
        sessions[i]->bytes = 0;
    }
    pthread_create(&a, NULL, serve, NULL);
    pthread_create(&b, NULL, reaper, NULL);
    pthread_join(a, NULL);
    return 0;
}
