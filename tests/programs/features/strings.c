/* The functions of string.h. */
#include <stdio.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    char a[32] = "hello", b[32];
    printf("%zu %zu\n", strlen(a), strlen(""));
    strcpy(b, a);
    strcat(b, ", ");
    strncat(b, "world!!!", 5);
    printf("%s\n", b);
    printf("%d %d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("b", "abc")), strcmp("same", "same"), sign(strcmp("ab", "abc")));
    printf("%d %d %d\n", strncmp("hello", "help", 3), sign(strncmp("hello", "help", 4)), strncmp("x", "y", 0));
    printf("%d\n", sign(strcmp("\xff", "a")));
    strncpy(a, "xy", 5);
    printf("%s %d %d %d\n", a, a[3], a[4], a[5]);
    strncpy(a, "abcdefgh", 3);
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    memset(a, 'z', 4);
    printf("%s\n", a);
    memcpy(b, "overwrite", 5);
    printf("%s\n", b);
    char m[] = "abcdefgh";
    memmove(m + 2, m, 5);
    printf("%s\n", m);
    strcpy(m, "abcdefgh");
    memmove(m, m + 3, 5);
    printf("%s\n", m);
    printf("%d %d\n", memcmp("abc", "abc", 3), sign(memcmp("ab\0c", "ab\0d", 4)));
    printf("%d\n", sign(memcmp("\x80", "\x7f", 1)));
    const char *s = "find the needle in the hay";
    printf("%s | %s\n", strchr(s, 'n'), strrchr(s, 'n'));
    printf("%d %td\n", strchr(s, 'z') == NULL, strchr(s, '\0') - s);
    printf("%s | %d\n", strstr(s, "the"), strstr(s, "straw") == NULL);
    printf("%td\n", strstr(s, "") - s);
    printf("%zu %zu\n", strspn("aabbcc", "ab"), strcspn("hello world", " o"));
    printf("%s\n", strpbrk("key=value", "=:"));
    printf("%td\n", (char *)memchr(s, 't', 10) - s);
    char list[] = "one,two;;three";
    for (char *t = strtok(list, ",;"); t; t = strtok(NULL, ",;"))
        printf("<%s>", t);
    printf("\n");
    char *copy = strdup("duplicate");
    copy[0] = 'D';
    printf("%s %zu\n", copy, strnlen("abc", 2));
    struct {
        int a;
        char b[3];
    } x = {1, "ab"}, y;
    memset(&y, 0xff, sizeof y);
    memcpy(&y, &x, sizeof x);
    printf("%d %s\n", y.a, y.b);
    int numbers[4] = {1, 2, 3, 4}, others[4];
    memcpy(others, numbers, sizeof numbers);
    memset(numbers, 0, sizeof numbers);
    printf("%d %d\n", others[3], numbers[3]);
    return strcmp(strcpy(b, "chain"), "chain") == 0 ? (int)strlen(b) : 0;
}
