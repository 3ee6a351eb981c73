/* vsnprintf with flags, widths, precisions and sizes, also where the text is cut off. */
#include <stdio.h>
#include <stdarg.h>
#include <string.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
static char buf[200];
static void show(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    printf("%d [%s]\n", n, buf);
    va_start(ap, fmt);
    n = vsnprintf(buf, 4, fmt, ap);
    va_end(ap);
    printf("%d [%s]\n", n, buf);
}
int main(void)
{
    show("%02x|%5d|%-5d|%05d|%+d|% d|%+5d|%-+5d|", 10, 42, 42, -42, 7, 7, 7, 7);
    show("%.3d|%8.3d|%-8.3d|%08.3d|%.0d|%.0d|", 5, -5, 5, 5, 0, 1);
    show("%#x|%#X|%#o|%#x|%#o|%#10x|%#-10x|%#010x|%.0o|%#.0o|", 255, 255, 8, 0, 0, 255, 255, 255, 0, 0);
    show("%s|%10s|%-10s|%.2s|%10.2s|%-10.2s|%.*s|%*s|%-*s|%*s|", "abc", "abc", "abc", "abc", "abc", "abc", 1, "xyz", 5, "q", 5, "r", -5, "t");
    show("%c|%5c|%-5c|%%|", 'a', 'b', 'c');
    show("%hhd|%hd|%hhu|%hu|%hhx|", 300, 70000, 300, 70000, -1);
    show("%ld|%lu|%lx|%lo|%lld|%llu|%zu|%td|%jd|", -5L, ULONG_MAX, 255L, 8L, LLONG_MIN, ULLONG_MAX, sizeof buf, (ptrdiff_t)-3, (intmax_t)-9);
    show("%d|%i|%u|%x|%X|", INT_MIN, INT_MAX, UINT_MAX, UINT_MAX, 0xbeef);
    show("%.*d|%.*s|%0*d|", -1, 5, -1, "neg", 6, 12);
    show("%o|%.5x|%7.5X|%-7.5x|", 8, 255, 255, 255);
    show("%5.2f %d", 2.5, 3);
    show("%0-6d|%+.2u|% x|%0 5d|", 12, 3, 10, 42);
    show("%020lld|%+lld|%#llx", 123LL, 5LL, 0xffLL);
    show("");
    return 0;
}
