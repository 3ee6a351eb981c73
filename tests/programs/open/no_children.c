// verdict: safe  bounds: symbolic=1
// except: cseq large
/* There are no other processes; another program takes the place of this one, or it goes on. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
    char *arguments[] = {"prog", NULL};
    struct rusage usage;
    int status = 5;

    assert(waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD && status == 5);
    assert(wait(NULL) == -1 && wait3(&status, 0, NULL) == -1 && wait4(-1, &status, 0, NULL) == -1);
    assert(getpgrp() == getpid() && getpgid(0) == getsid(0));
    assert(setsid() >= -1 && setpgid(0, 0) <= 0 && setuid(1) + seteuid(1) + setgid(1) + setegid(1) >= -4);
    assert(daemon(0, 0) + chroot("/") + nice(1) <= 0);
    assert(getpriority(PRIO_PROCESS, 0) >= PRIO_MIN && setpriority(PRIO_PROCESS, 0, 1) <= 0);
    assert(getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_utime.tv_usec < 1000000 && usage.ru_maxrss >= 0);
    getlogin();
    assert(execv("/bin/ls", arguments) == -1 && execvp("ls", arguments) == -1 && execve("ls", arguments, NULL) == -1);
    assert(execl("/bin/ls", "ls", NULL) == -1 && execlp("ls", "ls", NULL) + execle("ls", "ls", NULL, NULL) == -2);
    return 0;
}
