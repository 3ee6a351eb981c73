#define _GNU_SOURCE
#include "show.h"
#include <string.h>
#include <strings.h>
int main(void)
{
    char t[] = "a,b;;c", *s, *p;
    for (p = strtok_r(t, ",;", &s); p; p = strtok_r(0, ",;", &s))
        show_text(p);
    char u[] = "x::y:", *q = u;
    while ((p = strsep(&q, ":")))
        show_text(p);
    show(strcasecmp("HeLLo", "hello"));
    show(strncasecmp("ABx", "aby", 2));
    char b[16];
    show_text(stpcpy(b, "abc") - 3);
    show_text(b);
    show(strcasestr("fooBAR", "bar") != 0);
    show_text(strchrnul("abc", 'x') - 1);
    show(memrchr("abca", 'a', 4) != 0);
    char *d = strdup("dup");
    show_text(d);
    show_text(basename("/a/b/c"));
    memccpy(b, "hello", 'l', 5);
    show(b[2]);
    show(mempcpy(b, "xy", 2) - (void *)b);
    return 0;
}
