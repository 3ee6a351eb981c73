// verdict: assertion  bounds: symbolic=1
/* The last line of a file need not end with a line break. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length = getline(&line, &size, stdin);

    if (length == 1)
        assert(line[0] == '\n'); // here
    free(line);
    return 0;
}
