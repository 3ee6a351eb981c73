#ifndef _SYS_MSG_H
#define _SYS_MSG_H 1

#include <sys/ipc.h>

int msgget(key_t key, int flags);
int msgsnd(int id, const void *message, size_t size, int flags);
ssize_t msgrcv(int id, void *message, size_t size, long type, int flags);

#endif
