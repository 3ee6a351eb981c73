#ifndef _UNISTD_H
#define _UNISTD_H 1

#include <bits/confname.h>
#include <bits/posix_options.h>
#include <bits/types.h>
#include <stdint.h>

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
void closefrom(int first);
int close_range(unsigned first, unsigned last, int flags);
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
long fpathconf(int descriptor, int name);
int getpagesize(void);
void *sbrk(intptr_t increment);
int brk(void *address);
long syscall(long number, ...);
char *crypt(const char *key, const char *salt);
void swab(const void *source, void *target, ssize_t size);

#ifdef _GNU_SOURCE
#define TEMP_FAILURE_RETRY(expression)                                        \
    ({                                                                        \
        long __result;                                                        \
        do                                                                    \
            __result = (long)(expression);                                    \
        while (__result == -1L && errno == EINTR);                            \
        __result;                                                             \
    })
#endif

#endif
