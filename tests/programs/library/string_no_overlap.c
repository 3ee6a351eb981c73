// verdict: safe
// except: cseq large
/* Copies between parts of one array that touch each other, memmove, and a copy onto itself. */
#include <assert.h>
#include <string.h>

struct pair {
    int first, second;
};

int main(void)
{
    char text[8] = "abcd";
    struct pair one = {1, 2}, *same = &one;

    memcpy(text + 5, text + 2, 3);
    memcpy(text, text + 2, 2);
    memcpy(text, text, 4);
    assert(text[0] == 'c' && text[1] == 'd' && text[5] == 'c');
    memmove(text, text + 1, 3);
    assert(text[0] == 'd' && text[1] == 'c' && text[2] == 'd');
    memmove(text + 1, text, 3);
    assert(text[1] == 'd' && text[2] == 'c');
    strcpy(text, text + 5);
    assert(strcmp(text, "cd") == 0);
    strcat(text, text + 5);
    assert(strcmp(text, "cdcd") == 0);
    one = *same;
    memcpy(&one, same, sizeof one);
    assert(one.first == 1 && one.second == 2);
    return 0;
}
