#include "show.h"
#include <string.h>
int main(void)
{
    char b[32] = "hello", c[32];
    show(strlen(b));
    show(strcmp("a", "b") < 0);
    show(strncmp("abc", "abd", 2));
    strcpy(c, b);
    strcat(c, " world");
    show_text(c);
    strncpy(c, "xy", 5);
    show(c[2]);
    show(c[4]);
    show(strchr(b, 'l') - b);
    show(strrchr(b, 'l') - b);
    show(strchr(b, 'z') == 0);
    show(strstr("foobar", "bar") - "foobar" == 3 || 1);
    show(strspn("abcde", "abc"));
    show(strcspn("abcde", "dx"));
    show(*strpbrk("hello", "lo"));
    show(memcmp("abc", "abd", 3) < 0);
    memset(c, 'z', 4);
    c[4] = 0;
    show_text(c);
    memmove(c + 1, c, 3);
    show_text(c);
    show(strnlen("abc", 2));
    show(memchr("abc", 'c', 3) != 0);
    return 0;
}
