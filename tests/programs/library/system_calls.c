// verdict: safe
/* What programs ask of the operating system. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

pid_t of_thread;

static void *worker(void *argument)
{
    of_thread = gettid();
    assert(syscall(SYS_gettid) == of_thread && syscall(__NR_getpid) == getpid());
    assert(getpid() == *(pid_t *)argument);
    return NULL;
}

int main(void)
{
    pid_t process = getpid();
    char name[64], *memory;
    int descriptor = open("file", O_RDONLY), created = creat("/dev/null", 0600);
    pthread_t thread;

    assert(process > 1 && gettid() == process);
    pthread_create(&thread, NULL, worker, &process);
    pthread_join(thread, NULL);
    assert(of_thread != process);
    assert(descriptor == -1 || descriptor > 2);
    assert(created == -1 || (created > 2 && created != descriptor));
    close(descriptor);
    fsync(created);
    assert(sysconf(_SC_PAGESIZE) == getpagesize() && getpagesize() > 0);
    assert(sysconf(_SC_NPROCESSORS_ONLN) == get_nprocs() && get_nprocs() >= 1 && get_nprocs_conf() >= get_nprocs());
    assert(gethostname(name, sizeof name) == 0 && name[0] != '\0' && gethostname(name, 1) == -1);
    memory = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(memory[0] == 0 && memory[7] == 0);
    memory[7] = 3;
    assert(munmap(memory, 8) == 0);
    assert(ntohs(htons(0x1234)) == 0x1234 && *(unsigned char *)&(unsigned short){htons(0x1234)} == 0x12);
    assert(ntohl(htonl(0x12345678)) == 0x12345678 && *(unsigned char *)&(unsigned){htonl(0x12345678)} == 0x12);
}
