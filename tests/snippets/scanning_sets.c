#include "show.h"
int main(void)
{
    char a[16], b[16];
    int n;
    show(sscanf("key = value", "%[a-z] = %[^\n]", a, b));
    show_text(a);
    show_text(b);
    show(sscanf("abc]x", "%[]a-c]%s", a, b));
    show_text(a);
    show_text(b);
    show(sscanf("123abc", "%[0-9]%n", a, &n));
    show(n);
    show(sscanf("  x", "%[x]", a));
    show(sscanf("a-b", "%[a-]%s", a, b));
    show_text(a);
    show(sscanf("hello", "%3[a-z]%s", a, b));
    show_text(a);
    show_text(b);
    show(sscanf("x,y", "%*[^,],%s", a));
    show_text(a);
    show(sscanf("", "%[a]", a));
    show(sscanf("7", "%*d %d", &n));
    return 0;
}
