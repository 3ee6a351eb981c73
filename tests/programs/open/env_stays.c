// verdict: safe  bounds: max_arg_length=1
// except: cseq large
// except: explicit many-inputs
/* A variable has the same value each time that somebody asks, until the program changes it. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    static char assignment[] = "HOME=/";
    char *first = getenv("HOME");

    assert(getenv("HOME") == first && secure_getenv("HOME") == first);
    assert(setenv("HOME", "/root", 0) == 0);
    if (first != NULL)
        assert(getenv("HOME") == first && strlen(first) <= 1);
    else
        assert(strcmp(getenv("HOME"), "/root") == 0);
    assert(setenv("HOME", "/home", 1) == 0 && strcmp(getenv("HOME"), "/home") == 0);
    assert(putenv(assignment) == 0 && getenv("HOME") == assignment + 5);
    assignment[5] = '.';
    assert(strcmp(getenv("HOME"), ".") == 0);
    assert(unsetenv("HOME") == 0 && getenv("HOME") == NULL);
    assert(setenv("a=b", "c", 1) == -1 && errno == EINVAL && unsetenv("") == -1 && getenv("a=b") == NULL);
    assert(setenv("NEW", "1", 1) == 0 && clearenv() == 0 && getenv("NEW") == NULL && getenv("OTHER") == NULL);
    return 0;
}
