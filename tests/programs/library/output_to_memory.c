// verdict: safe
// except: cseq large
/* Printing to memory, with formats of characters, strings and plain integers. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[16];

    assert(sprintf(text, "%s=%d%c", "x", -7, ';') == 5 && strcmp(text, "x=-7;") == 0);
    assert(snprintf(text, 4, "%u%%%x", 12u, 255u) == 5 && strcmp(text, "12%") == 0);
    assert(snprintf(NULL, 0, "%ld", 123L) == 3);
}
