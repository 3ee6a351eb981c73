/*
 * ICSE 2011, table 2: fsbench. Threads of a small file system allocate a block for their inode; inodes and blocks
 * have a lock each. With more threads than BLOCKS the search for a free block leaves the table, unless FIXED wraps
 * it.
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef BLOCKS
#define BLOCKS 26
#endif
#ifndef INODES
#define INODES 32
#endif

static pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
static int inode[INODES], busy[BLOCKS];

static void *allocate(void *argument) {
    int i = (int)(long)argument % INODES;
    pthread_mutex_lock(&inode_lock[i]);
    if (inode[i] == 0) {
        int block = i * 2 % BLOCKS;
        for (;;) {
            assert(0 <= block && block < BLOCKS);
            pthread_mutex_lock(&block_lock[block]);
            int mine = !busy[block];
            if (mine) {
                busy[block] = 1;
                inode[i] = block + 1;
            }
            pthread_mutex_unlock(&block_lock[block]);
            if (mine)
                break;
#ifdef FIXED
            block = (block + 1) % BLOCKS;
#else
            block++;
#endif
        }
    }
    pthread_mutex_unlock(&inode_lock[i]);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < INODES; i++)
        pthread_mutex_init(&inode_lock[i], NULL);
    for (int i = 0; i < BLOCKS; i++)
        pthread_mutex_init(&block_lock[i], NULL);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, allocate, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS && i < INODES; i++)
        for (int j = 0; j < i; j++)
            assert(inode[i] != inode[j]);
    return 0;
}
