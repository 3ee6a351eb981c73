// verdict: assertion
/* A pointer to an element leads to all elements that follow. */
#include <assert.h>
#include <stdlib.h>

int receive(void *buffer, unsigned long size);

int main(void)
{
    char *buffer = malloc(100);

    if (buffer == NULL)
        return 1;
    buffer[0] = 'a';
    buffer[98] = 'b';
    receive(buffer + 1, 99);
    assert(buffer[0] == 'a');
    assert(buffer[98] == 'b');  // here
    free(buffer);
    return 0;
}
