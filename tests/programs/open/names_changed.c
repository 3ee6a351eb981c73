// verdict: safe  bounds: symbolic=1
// except: cseq large
/* Calls that change what names of files mean go well or fail. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

int main(void)
{
    struct statvfs room;
    struct stat status;

    assert(mkdir("a", 0700) <= 0 && mkfifo("b", 0600) <= 0 && mknod("c", 0, 0) <= 0 && chmod("a", 0) <= 0);
    assert(fchmod(0, 0) <= 0 && chown("a", 1, 1) <= 0 && lchown("a", 1, 1) <= 0 && fchown(0, 1, 1) <= 0);
    assert(fchdir(0) <= 0 && truncate("a", 1) <= 0 && rename("a", "b") <= 0 && link("a", "b") <= 0);
    assert(symlink("a", "b") <= 0 && utime("a", NULL) <= 0 && utimes("a", NULL) <= 0);
    assert(unlinkat(AT_FDCWD, "a", 0) <= 0 && mkdirat(AT_FDCWD, "a", 0) <= 0);
    assert(fstatat(AT_FDCWD, "a", &status, 0) <= 0 && faccessat(AT_FDCWD, "a", R_OK, 0) <= 0);
    if (statvfs("/", &room) == 0)
        assert(room.f_bfree <= room.f_blocks && fstatvfs(0, &room) <= 0);
    assert(pathconf("/", 3) >= -1);
    return 0;
}
