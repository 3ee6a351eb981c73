#ifndef _MQUEUE_H
#define _MQUEUE_H 1

#include <fcntl.h>

typedef int mqd_t;

struct mq_attr {
    long mq_flags;
    long mq_maxmsg;
    long mq_msgsize;
    long mq_curmsgs;
    long __padding[4];
};

mqd_t mq_open(const char *name, int flags, ...);
int mq_close(mqd_t queue);
int mq_unlink(const char *name);
int mq_send(mqd_t queue, const char *message, size_t size, unsigned int priority);
ssize_t mq_receive(mqd_t queue, char *message, size_t size, unsigned int *priority);
int mq_getattr(mqd_t queue, struct mq_attr *attributes);

#endif
