// verdict: assertion
/* Files may not be there, and what is read from them may be anything. */
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char byte = 0;

    assert(open("file", O_RDONLY) >= 0); // here
    assert(creat("file", 0600) >= 0);    // here
    assert(read(0, &byte, 1) != -1);     // here
    assert(byte != 'x');                 // here
}
