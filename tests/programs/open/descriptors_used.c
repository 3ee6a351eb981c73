// verdict: safe  bounds: symbolic=1
// except: cseq large
/* What is done with descriptors besides reading and writing goes well or fails, and tells nothing impossible. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>

static void locks(int file)
{
    struct flock lock;

    memset(&lock, 0, sizeof lock);
    lock.l_type = F_WRLCK;
    assert(fcntl(file, F_SETLK, &lock) <= 0);
    assert(fcntl(file, F_GETLK, &lock) < 0 || (lock.l_type >= F_RDLCK && lock.l_type <= F_UNLCK));
    assert(flock(file, LOCK_EX) <= 0 && lockf(file, F_LOCK, 0) <= 0);
}

static void parts(int file)
{
    char first[2], second[2];
    struct iovec list[2] = {{first, 2}, {second, 2}};
    struct msghdr message;
    off_t offset = 0;
    ssize_t sent;

    memset(&message, 0, sizeof message);
    message.msg_iov = list;
    message.msg_iovlen = 2;
    assert(readv(file, list, 2) <= 4 && writev(file, list, 2) <= 4);
    assert(recvmsg(file, &message, 0) <= 4 && sendmsg(file, &message, 0) <= 4);
    sent = sendfile(1, file, &offset, 100);
    assert(offset == (sent > 0 ? sent : 0));
}

int main(void)
{
    int file = openat(AT_FDCWD, "file", O_RDWR | O_CREAT, 0600), flags;
    struct termios terminal;

    if (file < 0)
        return 1;
    flags = fcntl(file, F_GETFL);
    assert(flags >= -1 && fcntl(file, F_SETFL, flags | O_NONBLOCK) <= 0);
    assert(fcntl(file, F_SETFD, FD_CLOEXEC) <= 0 && fcntl(file, F_DUPFD, 10) >= -1 && dup3(file, 9, O_CLOEXEC) >= -1);
    locks(file);
    parts(file);
    assert(posix_fallocate(file, 0, 10) >= 0 && posix_fadvise(file, 0, 0, POSIX_FADV_RANDOM) == 0);
    assert(fdatasync(file) <= 0 && tcgetattr(0, &terminal) <= 0 && tcsetattr(0, TCSANOW, &terminal) <= 0);
    assert(tcflush(0, 0) <= 0);
    ttyname(0);
    sync();
    return 0;
}
