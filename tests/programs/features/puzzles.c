/* Small programs inside one: sieve, matrix product, string reversal, Game of Life, big numbers, bit tricks. */
#include <stdio.h>
#include <string.h>

#define N 5
typedef int board[N][N];

static void step(board from, board to) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int alive = 0;
            for (int di = -1; di <= 1; di++)
                for (int dj = -1; dj <= 1; dj++)
                    if ((di || dj) && i + di >= 0 && i + di < N && j + dj >= 0 && j + dj < N)
                        alive += from[i + di][j + dj];
            to[i][j] = alive == 3 || (alive == 2 && from[i][j]);
        }
}
static void big_multiply(char *digits, int factor) {
    int carry = 0, i = 0;
    for (; digits[i] >= 0 || carry; i++) {
        int d = (digits[i] >= 0 ? digits[i] : 0) * factor + carry;
        if (digits[i] < 0)
            digits[i + 1] = -1;
        digits[i] = d % 10;
        carry = d / 10;
    }
}
static unsigned reverse_bits(unsigned x) {
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    x = (x >> 8 & 0x00ff00ff) | (x & 0x00ff00ff) << 8;
    return x >> 16 | x << 16;
}
static unsigned isqrt(unsigned n) {
    unsigned r = 0;
    for (unsigned bit = 1u << 30; bit; bit >>= 2) {
        if (n >= r + bit) {
            n -= r + bit;
            r = (r >> 1) + bit;
        } else
            r >>= 1;
    }
    return r;
}
static int edit_distance(const char *a, const char *b) {
    int row[16], n = strlen(b);
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int old = row[j], best = diagonal + (a[i - 1] != b[j - 1]);
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
            diagonal = old;
        }
    }
    return row[n];
}
static const char *roman(int n) {
    static char buffer[20];
    static const struct {
        int value;
        const char *text;
    } table[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
                 {40, "XL"},  {10, "X"},   {9, "IX"},  {5, "V"},    {4, "IV"},  {1, "I"}};
    buffer[0] = 0;
    for (int i = 0; n; i++)
        for (; n >= table[i].value; n -= table[i].value)
            strcat(buffer, table[i].text);
    return buffer;
}

int main(void) {
    char sieve[60] = {0};
    for (int i = 2; i < 60; i++)
        if (!sieve[i]) {
            printf("%d ", i);
            for (int j = i * i; j < 60; j += i)
                sieve[j] = 1;
        }
    printf("\n");
    board a = {{0, 0, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 1, 0, 0}}, b;
    step(a, b);
    for (int i = 0; i < N; i++, printf("\n"))
        for (int j = 0; j < N; j++)
            printf("%c", b[i][j] ? '#' : '.');
    char digits[40];
    digits[0] = 1;
    digits[1] = -1;
    for (int i = 2; i <= 25; i++)
        big_multiply(digits, i);
    int n = 0;
    while (digits[n] >= 0)
        n++;
    for (int i = n; i--;)
        putchar('0' + digits[i]);
    printf("\n%08x %u %d\n", reverse_bits(0x12345678), isqrt(1000000), edit_distance("kitten", "sitting"));
    printf("%s ", roman(1994));
    printf("%s\n", roman(49));
    return edit_distance("flaw", "lawn");
}
