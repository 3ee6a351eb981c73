// verdict: safe
// except: cseq large
/* Reading a string with a format. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    int i = 0, j = 0, used = 0;
    unsigned u = 0;
    long l = 0;
    short s = 0;
    char c = 0, word[8];
    double d = 0;
    float f = 0;

    assert(sscanf("12 -7", "%d %d", &i, &j) == 2 && i == 12 && j == -7);
    assert(sscanf("x=0x1f,ff", "x=%i,%x", &i, &u) == 2 && i == 31 && u == 255);
    assert(sscanf("abc def", "%3s%n", word, &used) == 1 && strcmp(word, "abc") == 0 && used == 3);
    assert(sscanf("longer", "%2s", word) == 1 && strcmp(word, "lo") == 0);
    assert(sscanf("1234", "%2d%ld", &i, &l) == 2 && i == 12 && l == 34);
    assert(sscanf("9 q", "%hd %c", &s, &c) == 2 && s == 9 && c == 'q');
    assert(sscanf("2.5 0.5", "%lf %f", &d, &f) == 2 && d == 2.5 && f == 0.5f);
    assert(sscanf("5 6", "%*d %d", &i) == 1 && i == 6);
    assert(sscanf("", "%d", &i) == EOF && sscanf("x", "%d", &i) == 0 && sscanf("1 x", "%d %d", &i, &j) == 1);
    assert(sscanf("50%", "%d%%", &i) == 1 && i == 50);
}
