// verdict: safe
// except: cseq large
/* The str functions. */
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void)
{
    char a[16], b[16] = "one,two;;three";
    char *state, *rest;

    assert(strlen("") == 0 && strlen("four") == 4 && strnlen("four", 2) == 2);
    assert(strcpy(a, "ab") == a && strcmp(a, "ab") == 0);
    assert(strcat(a, "cd") == a && strcmp(a, "abcd") == 0);
    assert(strncat(a, "efgh", 2) == a && strcmp(a, "abcdef") == 0);
    assert(strncpy(a, "xy", 5) == a && memcmp(a, "xy\0\0\0f", 7) == 0);
    assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("a", "ab") < 0 && strcmp("\x80", "a") > 0);
    assert(strncmp("abc", "abd", 2) == 0 && strncmp("abc", "abd", 3) < 0);
    assert(strcasecmp("HeLLo", "hEllO") == 0 && strncasecmp("ABx", "aby", 2) == 0);
    assert(strchr(b, 'w') == b + 5 && strchr(b, 0) == b + 14 && strchr(b, 'z') == NULL);
    assert(strrchr(b, 'e') == b + 13 && strrchr(b, 'q') == NULL);
    assert(strstr(b, "two") == b + 4 && strstr(b, "") == b && strstr(b, "twx") == NULL);
    assert(strspn("aab", "a") == 2 && strcspn("aab", "b") == 2 && strpbrk(b, ";,") == b + 3);
    assert(strcmp(strtok_r(b, ",;", &state), "one") == 0);
    assert(strcmp(strtok_r(NULL, ",;", &state), "two") == 0);
    assert(strcmp(strtok_r(NULL, ",;", &state), "three") == 0);
    assert(strtok_r(NULL, ",;", &state) == NULL);
    strcpy(b, "k=v=");
    rest = b;
    assert(strcmp(strsep(&rest, "="), "k") == 0 && strcmp(strsep(&rest, "="), "v") == 0);
    assert(strcmp(strsep(&rest, "="), "") == 0 && rest == NULL && strsep(&rest, "=") == NULL);
    strcpy(b, " x y");
    assert(strcmp(strtok(b, " "), "x") == 0 && strcmp(strtok(NULL, " "), "y") == 0 && strtok(NULL, " ") == NULL);
    assert(index(a, 'y') == a + 1 && rindex(a, 'x') == a);
    assert(strcoll("a", "b") < 0 && strxfrm(a, "abc", sizeof a) == 3);
}
