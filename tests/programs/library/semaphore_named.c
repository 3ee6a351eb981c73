// verdict: safe
// except: cseq large
/* Named semaphores are found by their names until they are unlinked. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>

int main(void)
{
    sem_t *one, *other;
    int value;

    assert(sem_open("/one", 0) == SEM_FAILED && errno == ENOENT);
    one = sem_open("/one", O_CREAT, 0600, 3);
    assert(one != SEM_FAILED);
    assert(sem_open("/one", O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED && errno == EEXIST);
    assert(sem_open("/one", 0) == one);
    other = sem_open("/other", O_CREAT, 0600, 0);
    assert(other != SEM_FAILED && other != one);
    sem_wait(one);
    assert(sem_getvalue(one, &value) == 0 && value == 2);
    assert(sem_unlink("/one") == 0);
    assert(sem_unlink("/one") == -1 && errno == ENOENT);
    assert(sem_post(one) == 0);
    assert(sem_open("/one", O_CREAT, 0600, 7) != one);
    assert(sem_close(one) == 0);
}
