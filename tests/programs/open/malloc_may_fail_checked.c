// verdict: safe  bounds: malloc_may_fail=1
// except: cseq large
/* Every allocation may fail; then errno says why, and realloc has left the old object alone. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *text;
    char *longer;

    errno = 0;
    text = calloc(4, 1);
    if (text == NULL) {
        assert(errno == ENOMEM);
        return 1;
    }
    text[0] = 'a';
    longer = realloc(text, 8);
    if (longer == NULL)
        longer = text;
    assert(longer[0] == 'a');
    free(longer);
    text = strdup("b");
    assert(text == NULL || strcmp(text, "b") == 0);
    free(text);
    return 0;
}
