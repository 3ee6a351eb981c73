#include "show.h"
#include <string.h>
int main(void)
{
    int a = 0, b = 0, n = 0;
    char s[16];
    unsigned u;
    long l;
    show(sscanf("12 34", "%d %d", &a, &b));
    show(a);
    show(b);
    show(sscanf("abc 5", "%s %d", s, &a));
    show_text(s);
    show(sscanf("0x1f", "%x", &u));
    show(u);
    show(sscanf("x", "%d", &a));
    show(sscanf("", "%d", &a));
    show(sscanf("12:34:56", "%d:%d:%n", &a, &b, &n));
    show(n);
    show(sscanf("hello", "%3s", s));
    show_text(s);
    show(sscanf("a1", "%[a-z]%d", s, &a));
    show_text(s);
    show(sscanf("7 8", "%*d %d", &a));
    show(a);
    show(sscanf("99999", "%ld", &l));
    show(l);
    char c;
    show(sscanf("  q", " %c", &c));
    show(c);
    show(sscanf("k=v", "%[^=]=%s", s, s + 8));
    show_text(s);
    show_text(s + 8);
    double d;
    show(sscanf("2.5", "%lf", &d));
    show_double(d);
    float f;
    sscanf("1.5", "%f", &f);
    show_double(f);
    show(sscanf("10%", "%d%%", &a));
    short h;
    sscanf("5", "%hd", &h);
    show(h);
    sscanf("010", "%i", &a);
    show(a);
    return 0;
}
