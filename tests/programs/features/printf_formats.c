/* printf in all its forms. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
    printf("plain %% percent\n");
    printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%+5d] [%.3d] [%8.3d]\n", 42, 42, 42, 42, 42, 42, 42, 42, 42);
    printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.0d]\n", -42, -42, -42, -42, -42, -42, 0);
    printf("[%i] [%u] [%o] [%x] [%X] [%#o] [%#x] [%#X]\n", -1, 3000000000u, 64, 255, 255, 64, 255, 255);
    printf("[%8x] [%08x] [%-8x] [%#08x] [%#x]\n", 48879, 48879, 48879, 48879, 0);
    printf("[%hhd] [%hhu] [%hd] [%hu]\n", 300, 300, 70000, 70000);
    printf("[%ld] [%lu] [%lx] [%lld] [%llu]\n", -5000000000L, 5000000000UL, 0xabcdef123456L, -1LL, ~0ULL);
    printf("[%zu] [%zd] [%td] [%jd]\n", sizeof(int), (size_t)7, (ptrdiff_t)-3, (intmax_t)9);
    printf("[%c] [%3c] [%-3c] [%c%c]\n", 'a', 'b', 'c', 65, 0x142);
    printf("[%s] [%8s] [%-8s] [%.2s] [%8.3s] [%s]\n", "text", "text", "text", "text", "text", "");
    printf("[%*d] [%-*d] [%.*f] [%*.*f] [%*d]\n", 6, 1, 6, 2, 2, 3.14159, 8, 3, 2.71828, -4, 7);
    printf("[%f] [%.0f] [%.2f] [%8.2f] [%-8.2f] [%+.1f] [%08.3f]\n", 3.5, 2.5, 1.005, 3.14159, 3.14159, 2.0, -1.5);
    printf("[%e] [%.2e] [%E] [%g] [%g] [%g] [%G] [%.3g]\n", 12345.678, 0.00012, 1e100, 0.0001, 1e-5, 1234567.0, 1e-10, 2.0 / 3);
    printf("[%g] [%g] [%g] [%#g] [%.10g]\n", 100000.0, 1000000.0, 0.5, 1.0, 1.0 / 3);
    printf("[%f] [%F] [%g] [%5.1f]\n", 1.0 / 0.0, -1.0 / 0.0, 0.0, 99.95);
    printf("[%" PRId64 "] [%" PRIu32 "] [%" PRIx16 "]\n", INT64_MIN, UINT32_MAX, (uint16_t)0xbeef);
    int n = printf("count me\n");
    printf("%d\n", n);
    char buffer[20];
    n = snprintf(buffer, sizeof buffer, "%d-%s-%c", 12, "ab", 'z');
    printf("%d <%s>\n", n, buffer);
    n = snprintf(buffer, 5, "%s", "truncated");
    printf("%d <%s>\n", n, buffer);
    n = sprintf(buffer, "%03d", 7);
    printf("%d <%s>\n", n, buffer);
    puts("puts adds a newline");
    putchar('p');
    putchar('\n');
    fputs("fputs does not\n", stdout);
    fprintf(stdout, "%s %d\n", "fprintf", 1);
    fprintf(stderr, "not in stdout\n");
    fputc('f', stdout);
    putc('\n', stdout);
    printf("%s", "");
    printf("%d %d %d\n" + 3, 1, 2);
    printf("tab\there\\ \"quoted\" \x41\101\n");
    fflush(stdout);
    return n;
}
