// verdict: safe
// except: cseq cut
/* Macros of headers that compute something: times, bits, sets of processors, numbers of devices, control messages. */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <syslog.h>
#include <unistd.h>

static int calls;

static int interrupted_twice(void)
{
    errno = EINTR;
    return calls++ < 2 ? -1 : 7;
}

static void *retries(void *unused)
{
    assert(TEMP_FAILURE_RETRY(interrupted_twice()) == 7);
    assert(calls == 3);
    return unused;
}

static void times(void)
{
    struct timeval day = {5, 999999}, back;
    struct timespec exact;

    TIMEVAL_TO_TIMESPEC(&day, &exact)
    assert(exact.tv_sec == 5 && exact.tv_nsec == 999999000);
    exact.tv_nsec++;
    TIMESPEC_TO_TIMEVAL(&back, &exact)
    assert(back.tv_sec == 5 && back.tv_usec == 999999);
}

static void bits(void)
{
    unsigned char map[3] = {0};

    setbit(map, 9);
    setbit(map, 10);
    clrbit(map, 10);
    assert(map[0] == 0 && map[1] == 2 && isset(map, 9) && isclr(map, 10) && powerof2(8) && !powerof2(6));
}

static void processors(void)
{
    cpu_set_t *set = CPU_ALLOC(70), fixed, other;
    size_t size = CPU_ALLOC_SIZE(70);

    assert(size == 16 && set != 0);
    CPU_ZERO_S(size, set);
    CPU_SET_S(69, size, set);
    CPU_SET_S(128, size, set);
    assert(CPU_ISSET_S(69, size, set) && !CPU_ISSET_S(128, size, set) && CPU_COUNT_S(size, set) == 1);
    CPU_CLR_S(69, size, set);
    assert(CPU_COUNT_S(size, set) == __sched_cpucount(size, set) && CPU_COUNT_S(size, set) == 0);
    CPU_FREE(set);
    __sched_cpufree(__sched_cpualloc(1));
    CPU_ZERO(&fixed);
    CPU_ZERO(&other);
    CPU_SET(3, &fixed);
    assert(!CPU_EQUAL(&fixed, &other));
    CPU_OR(&other, &other, &fixed);
    assert(CPU_EQUAL(&fixed, &other) && CPU_COUNT(&other) == 1);
    CPU_XOR(&other, &other, &fixed);
    assert(CPU_COUNT(&other) == 0);
}

static void control_messages(void)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int)) * 2];
    } control;
    struct msghdr message = {0};
    struct cmsghdr *first, *second;

    message.msg_control = control.room;
    message.msg_controllen = sizeof control.room;
    first = CMSG_FIRSTHDR(&message);
    assert(first == &control.header);
    first->cmsg_len = CMSG_LEN(sizeof(int));
    memset(CMSG_DATA(first), 1, sizeof(int));
    second = CMSG_NXTHDR(&message, first);
    assert((char *)second == control.room + CMSG_SPACE(sizeof(int)));
    second->cmsg_len = CMSG_LEN(sizeof(int));
    assert(__cmsg_nxthdr(&message, second) == 0);
}

int main(void)
{
    struct sockaddr_un local = {AF_UNIX, "door"};
    pthread_t thread;

    times();
    bits();
    processors();
    control_messages();
    assert(strcmp(strndupa("forward", 3), "for") == 0 && strcmp(strndupa("so", 3), "so") == 0);
    assert(WIFCONTINUED(0xffff) && WCOREDUMP(0x8b) && WEXITSTATUS(W_EXITCODE(3, 0)) == 3);
    assert(IFTODT(S_IFDIR) == DT_DIR && DTTOIF(DT_REG) == S_IFREG);
    assert(LOG_PRI(LOG_MAKEPRI(LOG_FTP, LOG_ERR)) == LOG_ERR && LOG_FAC(LOG_FTP) == 11);
    assert(SUN_LEN(&local) == sizeof(sa_family_t) + 4);
    assert(IN6_IS_ADDR_LOOPBACK(&in6addr_loopback) && IN6_IS_ADDR_UNSPECIFIED(&in6addr_any));
    assert(IN_MULTICAST(0xe0000001) && !IN_CLASSA(0xe0000001));
    assert(major(makedev(8, 300)) == 8 && minor(makedev(8, 300)) == 300);
    assert(gnu_dev_makedev(gnu_dev_major(0x812), gnu_dev_minor(0x812)) == 0x812);
    pthread_create(&thread, 0, retries, 0);
    pthread_join(thread, 0);
    return 0;
}
