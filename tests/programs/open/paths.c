// verdict: safe
// except: cseq large
/* The parts of a path, as GNU and as POSIX have them; times as text. */
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>

char *__xpg_basename(char *path);
char *dirname(char *path);

int main(void)
{
    char path[] = "a/b/", other[] = "a/b", text[64];
    struct tm parts;
    time_t zero = 0;

    assert(strcmp(basename("x/y"), "y") == 0 && strcmp(basename("z"), "z") == 0);
    assert(strcmp(__xpg_basename(path), "b") == 0);
    assert(strcmp(dirname(other), "a") == 0);
    tzset();
    assert(strcmp(ctime_r(&zero, text), "Thu Jan  1 00:00:00 1970\n") == 0);
    assert(asctime_r(gmtime_r(&zero, &parts), text)[8] == ' ');
}
