// verdict: safe  bounds: symbolic=1
// except: cseq cut
/* A line has room, and an end. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    FILE *output = popen("command", "r");
    ssize_t length;

    if (output == NULL)
        return 1;
    length = getline(&line, &size, output);
    assert(length == -1 || (length > 0 && (size_t)length < size && line[length] == '\0'));
    free(line);
    pclose(output);
    return 0;
}
