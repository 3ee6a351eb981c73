#ifndef _SYS_SEM_H
#define _SYS_SEM_H 1

#include <sys/ipc.h>

struct sembuf {
    unsigned short sem_num;
    short sem_op;
    short sem_flg;
};

#define SEM_UNDO 0x1000
#define GETVAL 12
#define SETVAL 16

int semget(key_t key, int count, int flags);
int semop(int id, struct sembuf *operations, size_t count);
int semctl(int id, int number, int command, ...);

#endif
