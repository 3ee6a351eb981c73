// verdict: safe
// except: cseq slow
/* Other descriptors of files, and a pipe that is made with flags. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int ends[2], file = open("file", O_RDONLY);
    char byte = 0;

    if (file >= 0) {
        int other = dup(file);

        assert(other == -1 || other != file);
        assert(dup2(file, 20) == 20 || dup2(file, 21) != 20);
    }
    assert(pipe2(ends, O_CLOEXEC) == 0);
    assert(write(ends[1], "y", 1) == 1);
    assert(read(ends[0], &byte, 1) == 1 && byte == 'y');
}
