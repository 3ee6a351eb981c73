#include "show.h"
#include <string.h>
int main(void)
{
    char b[20];
    memset(b, 0, 20);
    strncat(strcpy(b, "ab"), "cdef", 2);
    show_text(b);
    show(strcoll("a", "b") < 0);
    show(strxfrm(b, "xyz", 20));
    show_text(b);
    char m[] = "one two";
    char *p = strtok(m, " ");
    show_text(p);
    show_text(strtok(0, " "));
    show(strtok(0, " ") == 0);
    show_text(strncpy(b, "hello", 3));
    show(strcmp("", "") == 0);
    show(strcmp("\xff", "a") > 0);
    show(memcmp("\xff", "a", 1) > 0);
    show_text(strpbrk("x=1", "="));
    return 0;
}
