#include "show.h"
#include <string.h>
#include <stddef.h>
#include <stdint.h>
#include <inttypes.h>
int main(void)
{
    char b[64];
    show(snprintf(b, sizeof b, "%d %5d|%-5d|%05d|%+d", 1, 42, 42, 42, 42));
    show_text(b);
    show(snprintf(b, 4, "hello"));
    show_text(b);
    show(snprintf(0, 0, "%s", "abc"));
    show(snprintf(b, sizeof b, "%x %X %#x %o %#o", 255, 255, 255, 8, 8));
    show_text(b);
    snprintf(b, sizeof b, "%c%c%%", 'a', 'b');
    show_text(b);
    snprintf(b, sizeof b, "%.2s|%10s|%-10s|", "hello", "hi", "hi");
    show_text(b);
    snprintf(b, sizeof b, "%ld %lld %zu %hhd %hd", -1L, -2LL, (size_t)3, 300, 70000);
    show_text(b);
    snprintf(b, sizeof b, "%*d|%-*d|%.*s", 4, 7, 4, 7, 2, "abc");
    show_text(b);
    snprintf(b, sizeof b, "%" PRId64 " %" PRIu32 " %" PRIx8, (int64_t)-5, (uint32_t)7, (uint8_t)200);
    show_text(b);
    snprintf(b, sizeof b, "%.3d|%5.3d|% d", 5, 5, 5);
    show_text(b);
    snprintf(b, sizeof b, "%jd %td", (intmax_t)9, (ptrdiff_t)-9);
    show_text(b);
    show(sprintf(b, "%s", ""));
    return 0;
}
