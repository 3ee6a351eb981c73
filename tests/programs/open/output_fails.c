// verdict: assertion
// except: cseq large
/* Output may fail, or be incomplete; who looks is told. Pipes take what is written. */
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    int ends[2], file = open("log", O_WRONLY);
    FILE *stream = fopen("out", "w");

    if (file < 0 || stream == NULL || pipe(ends) != 0)
        return 1;
    assert(write(ends[1], "ab", 2) == 2 && close(ends[1]) == 0 && close(-1) == -1);
    assert(write(file, "ab", 2) == 2); // here
    assert(close(file) == 0); // here
    assert(fsync(0) == 0); // here
    assert(fwrite("ab", 1, 2, stream) == 2); // here
    assert(fprintf(stream, "x") >= 0); // here
    assert(fputs("x", stream) >= 0); // here
    assert(fseek(stream, 0, SEEK_SET) == 0); // here
    assert(fclose(stream) == 0); // here
    return 0;
}
