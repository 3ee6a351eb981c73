// verdict: safe
// except: cseq large
/* Printing to memory tells lengths (`%n`), also where there is no room for all of it. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    char line[16];
    int first = -1, second = -1;
    short narrow = -1;
    long wide = -1;
    const char *format = argc > 1 ? "%d%n" : "%d:%n";

    sprintf(line, "%s:%n%d", "ab", &first, 12);
    assert(first == 3 && strcmp(line, "ab:12") == 0);
    assert(snprintf(line, 3, "%5d%hn%%%ln", 7, &narrow, &wide) == 6);
    assert(narrow == 5 && wide == 6 && strcmp(line, "  ") == 0);
    sprintf(line, format, argc > 1 ? 42 : 4, &second);
    assert(second == 2);
    return 0;
}
