// verdict: safe  bounds: symbolic=1
/* Calls succeed or fail, and sizes are not negative. */
#include <assert.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    struct stat status;

    if (stat("file", &status) == 0)
        assert(status.st_size >= 0);
    if (lstat("file", &status) == 0 || fstat(3, &status) == 0)
        assert(status.st_size >= 0);
    assert(lseek(3, 0, SEEK_END) >= -1 && ftruncate(3, 0) <= 0);
    assert(access("file", R_OK) <= 0 && unlink("file") <= 0 && rmdir("folder") <= 0 && chdir("folder") <= 0);
    return 0;
}
