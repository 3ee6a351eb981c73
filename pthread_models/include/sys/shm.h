#ifndef _SYS_SHM_H
#define _SYS_SHM_H 1

#include <sys/ipc.h>

struct shmid_ds;

int shmget(key_t key, size_t size, int flags);
void *shmat(int id, const void *address, int flags);
int shmdt(const void *address);
int shmctl(int id, int command, struct shmid_ds *data);

#endif
