/* Character constants, escape sequences, string literals and their concatenation. */
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#define SHOW(s) show(s, sizeof(s))

static void show(const char *s, unsigned long size) {
    printf("%lu:", size);
    for (unsigned long i = 0; i < size; i++)
        printf(" %d", s[i]);
    printf("\n");
}

static const char *messages[] = {"first", "second\tsecond", "third" " " "part", ""};
static char buffer[] = "in" "side";
static char exact[3] = "abc";
static char padded[6] = "ab";
static char grid[][4] = {"one", "two", "six"};

int main(void) {
    printf("%d %d %d %d\n", 'a', '\n', '\0', '\\');
    printf("%d %d %d %d\n", '\'', '"', '\"', '\?');
    printf("%d %d %d\n", '\x41', '\101', '\7');
    printf("%d %d %d\n", '\a', '\b', '\f');
    printf("%d %d %d %d\n", '\r', '\t', '\v', '\e');
    printf("%d %d\n", '\xff', '\377');
    printf("%zu %zu\n", sizeof 'a', sizeof "a");
    printf("%d\n", 'ab' == ('a' << 8 | 'b'));
    SHOW("");
    SHOW("abc");
    SHOW("a\0b");
    SHOW("\x41" "B");
    SHOW("\1012");
    SHOW("\0123");
    SHOW("tab\tquote\"back\\");
    SHOW("line\
continued");
    SHOW("\xff\x80");
    for (int i = 0; i < 4; i++)
        printf("%zu <%s>\n", strlen(messages[i]), messages[i]);
    printf("%s %zu %zu %d\n", buffer, sizeof buffer, sizeof exact, padded[5]);
    buffer[0] = 'o';
    printf("%s %c%c%c\n", buffer, exact[0], exact[1], exact[2]);
    printf("%s %s %s %zu\n", grid[0], grid[1], grid[2], sizeof grid);
    printf("%c %c %c\n", "hello"[1], *"world", 2["xyz"]);
    const char *p = "pointer" + 3;
    printf("%s %c\n", p, p[-1]);
    printf("%zu %d %d\n", sizeof(wchar_t), L'x', (int)(sizeof L"wide" / sizeof(wchar_t)));
    printf("%d\n", L"wide"[2]);
    printf("%s\n", __func__);
    printf("%zu\n", sizeof __func__);
    char c = 'z';
    switch (c) {
    case 'a' ... 'y':
        return 1;
    case 'z':
        return '*';
    }
    return 2;
}
