// verdict: safe  bounds: symbolic=1
// except: cseq cut
/* glibc's headers make a call of __getdelim of getline: after a line, there is a buffer with its characters. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern ssize_t __getdelim(char **line, size_t *size, int delimiter, FILE *stream);

int main(void)
{
    char *line = NULL;
    size_t size = 0;

    if (__getdelim(&line, &size, '\n', stdin) > 0)
        assert(line != NULL && size > 1);
    free(line);
    return 0;
}
