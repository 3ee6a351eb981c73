/* Every arithmetic, bitwise, relational and logical operator, and their compound assignments. */
#include <stdio.h>

static int evaluated;
static int touch(int value) {
    evaluated++;
    return value;
}

int main(void) {
    int values[] = {0, 1, -1, 7, -7, 3, -3, 2147483647, -2147483647 - 1, 100};
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j += 3) {
            int a = values[i], b = values[j];
            unsigned ua = a, ub = b;
            printf("%d %d: %u %u %u", a, b, ua + ub, ua - ub, ua * ub);
            if (b && !(b == -1 && a < -2147483647))
                printf(" %d %d %u %u", a / b, a % b, ua / ub, ua % ub);
            printf(" %d %d %d", a & b, a | b, a ^ b);
            printf(" %d%d%d%d%d%d", a < b, a <= b, a > b, a >= b, a == b, a != b);
            printf(" %d%d%d%d", ua < ub, ua <= ub, ua > ub, ua >= ub);
            printf(" %d%d %d %d\n", a && b, a || b, !a, ~b);
        }
    int x = 17;
    x += 5;
    x -= 2;
    x *= 3;
    x /= 7;
    x %= 6;
    x <<= 4;
    x >>= 1;
    x |= 3;
    x &= 0x1e;
    x ^= 0xff;
    printf("%d\n", x);
    x = 5;
    int y = x++;
    y += ++x;
    printf("%d %d\n", x, y);
    y = x-- - 1;
    printf("%d %d %d\n", x, y, -x - -y);
    y = -(-x);
    y = - -y + + +x;
    printf("%d %d %d\n", y, !!y, ~~y);
    printf("%d %d\n", 0 && touch(1), evaluated);
    printf("%d ", 1 || touch(1));
    printf("%d\n", evaluated);
    printf("%d ", touch(0) || touch(3));
    printf("%d\n", evaluated);
    printf("%d ", touch(2) && touch(0) && touch(1));
    printf("%d\n", evaluated);
    printf("%d %d\n", 1 ? 2 : touch(3), 0 ? touch(2) : 3);
    printf("%d\n", evaluated);
    x = (touch(1), touch(2), 9);
    printf("%d %d\n", x, evaluated);
    printf("%d\n", 1 + 2 * 3 - 4 / 2 % 3 << 1 & 7 | 8 ^ 2);
    printf("%d\n", 1 < 2 == 2 > 1 != 0 && 3 & 1 || 0);
    printf("%d %d\n", 5 > 4 > 3, -1 < 0u);
    printf("%d %zu\n", x, sizeof(x++));
    printf("%d\n", x);
    int a, b, c;
    a = b = c = 4;
    a += b -= c *= 2;
    printf("%d %d %d\n", a, b, c);
    unsigned char uc = 250;
    uc += 10;
    printf("%d ", uc);
    uc <<= 5;
    printf("%d ", uc);
    uc = ~uc;
    printf("%d ", uc);
    uc /= 3.5;
    printf("%d\n", uc);
    return evaluated;
}
