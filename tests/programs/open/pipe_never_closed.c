// verdict: deadlock
/* Whoever waits for the end of a pipe whose writing end he holds open himself waits for ever. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    char byte;

    assert(pipe(ends) == 0);
    assert(write(ends[1], "x", 1) == 1);
    assert(read(ends[0], &byte, 1) == 1 && byte == 'x');
    read(ends[0], &byte, 1); // here
}
