#ifndef _UNISTD_H
#define _UNISTD_H 1

#include <bits/types.h>
#include <stdint.h>

#define _POSIX_VERSION 200809L
#define _POSIX_THREADS 200809L
#define _POSIX_SEMAPHORES 200809L
#define _POSIX_BARRIERS 200809L
#define _POSIX_SPIN_LOCKS 200809L
#define _POSIX_TIMEOUTS 200809L
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define _SC_ARG_MAX 0
#define _SC_CHILD_MAX 1
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE _SC_PAGESIZE
#define _SC_THREAD_THREADS_MAX 76
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
#define _SC_NGROUPS_MAX 3
#define _SC_STREAM_MAX 5
#define _SC_TZNAME_MAX 6
#define _SC_JOB_CONTROL 7
#define _SC_SAVED_IDS 8
#define _SC_REALTIME_SIGNALS 9
#define _SC_PRIORITY_SCHEDULING 10
#define _SC_TIMERS 11
#define _SC_ASYNCHRONOUS_IO 12
#define _SC_FSYNC 15
#define _SC_MAPPED_FILES 16
#define _SC_MEMLOCK 17
#define _SC_SEMAPHORES 21
#define _SC_SHARED_MEMORY_OBJECTS 22
#define _SC_AIO_MAX 24
#define _SC_MQ_OPEN_MAX 27
#define _SC_VERSION 29
#define _SC_RTSIG_MAX 31
#define _SC_SEM_NSEMS_MAX 32
#define _SC_SEM_VALUE_MAX 33
#define _SC_SIGQUEUE_MAX 34
#define _SC_TIMER_MAX 35
#define _SC_LINE_MAX 43
#define _SC_IOV_MAX 60
#define _SC_THREADS 67
#define _SC_THREAD_SAFE_FUNCTIONS 68
#define _SC_GETGR_R_SIZE_MAX 69
#define _SC_GETPW_R_SIZE_MAX 70
#define _SC_LOGIN_NAME_MAX 71
#define _SC_TTY_NAME_MAX 72
#define _SC_THREAD_DESTRUCTOR_ITERATIONS 73
#define _SC_THREAD_KEYS_MAX 74
#define _SC_THREAD_STACK_MIN 75
#define _SC_THREAD_PRIORITY_SCHEDULING 79
#define _SC_THREAD_PROCESS_SHARED 82
#define _SC_ATEXIT_MAX 87
#define _SC_BARRIERS 133
#define _SC_CLOCK_SELECTION 137
#define _SC_CPUTIME 138
#define _SC_THREAD_CPUTIME 139
#define _SC_MONOTONIC_CLOCK 149
#define _SC_READER_WRITER_LOCKS 153
#define _SC_SPIN_LOCKS 154
#define _SC_TIMEOUTS 164
#define _SC_SYMLOOP_MAX 173
#define _SC_HOST_NAME_MAX 180
#define _SC_LEVEL1_DCACHE_SIZE 188
#define _SC_LEVEL1_DCACHE_LINESIZE 190
#define _SC_LEVEL2_CACHE_SIZE 191
#define _SC_LEVEL3_CACHE_SIZE 194
#define _PC_LINK_MAX 0
#define _PC_MAX_CANON 1
#define _PC_MAX_INPUT 2
#define _PC_NAME_MAX 3
#define _PC_PATH_MAX 4
#define _PC_PIPE_BUF 5
#define _PC_CHOWN_RESTRICTED 6
#define _PC_NO_TRUNC 7
#define _PC_VDISABLE 8

extern char *optarg;
extern int optind;
extern int opterr;
extern int optopt;
extern char **environ;

int getopt(int count, char *const arguments[], const char *options);

void _exit(int status);
pid_t fork(void);
pid_t vfork(void);
int execl(const char *path, const char *argument, ...);
int execlp(const char *file, const char *argument, ...);
int execle(const char *path, const char *argument, ...);
int execv(const char *path, char *const arguments[]);
int execvp(const char *file, char *const arguments[]);
int execve(const char *path, char *const arguments[], char *const environment[]);
pid_t getpid(void);
pid_t getppid(void);
pid_t getpgrp(void);
pid_t getpgid(pid_t pid);
pid_t setsid(void);
pid_t gettid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
pid_t getsid(pid_t pid);
int setpgid(pid_t pid, pid_t group);
int seteuid(uid_t user);
int setegid(gid_t group);
int chroot(const char *path);
int setuid(uid_t user);
int setgid(gid_t group);
int nice(int increment);
int daemon(int keep_directory, int keep_streams);

unsigned int sleep(unsigned int seconds);
int usleep(useconds_t microseconds);
unsigned int alarm(unsigned int seconds);
useconds_t ualarm(useconds_t microseconds, useconds_t interval);
int pause(void);

ssize_t read(int descriptor, void *target, size_t size);
ssize_t write(int descriptor, const void *source, size_t size);
ssize_t pread(int descriptor, void *target, size_t size, off_t offset);
ssize_t pwrite(int descriptor, const void *source, size_t size, off_t offset);
off_t lseek(int descriptor, off_t offset, int origin);
int close(int descriptor);
int dup(int descriptor);
int dup2(int descriptor, int target);
int dup3(int descriptor, int target, int flags);
int pipe(int descriptors[2]);
int pipe2(int descriptors[2], int flags);
int fsync(int descriptor);
int fdatasync(int descriptor);
void sync(void);
int ftruncate(int descriptor, off_t size);
int truncate(const char *path, off_t size);
int lockf(int descriptor, int command, off_t size);
int isatty(int descriptor);
char *ttyname(int descriptor);

int access(const char *path, int mode);
int unlink(const char *path);
int rmdir(const char *path);
int link(const char *from, const char *to);
int symlink(const char *from, const char *to);
ssize_t readlink(const char *path, char *target, size_t size);
int chdir(const char *path);
int fchdir(int descriptor);
char *getcwd(char *target, size_t size);
int chown(const char *path, uid_t owner, gid_t group);
int fchown(int descriptor, uid_t owner, gid_t group);
int lchown(const char *path, uid_t owner, gid_t group);
int unlinkat(int directory, const char *path, int flags);
int faccessat(int directory, const char *path, int mode, int flags);
int gethostname(char *name, size_t size);
int sethostname(const char *name, size_t size);
char *getlogin(void);
long sysconf(int name);
long pathconf(const char *path, int name);
int getpagesize(void);
void *sbrk(intptr_t increment);
int brk(void *address);
long syscall(long number, ...);
char *crypt(const char *key, const char *salt);
void swab(const void *source, void *target, ssize_t size);

#endif
