#include "show.h"
#include <limits.h>
#include <stdint.h>
int main(void)
{
    unsigned char c = 255;
    c++;
    show(c);
    c = 200;
    show(c + c);
    show((unsigned char)(c + c));
    signed char s = -1;
    show((unsigned)s);
    show(s == 0xffffffff);
    show(-1 < 1u);
    show(-1L < 1u);
    short h = -1;
    show((unsigned short)h);
    show((uint8_t)-1 >> 1);
    show(~c);
    show(-c);
    show(!c);
    show((char)300);
    show(1u - 2 > 0);
    show((unsigned char)~0);
    show(sizeof(c + c));
    show(sizeof(char));
    show('a' - 'A');
    show((int)3.99);
    show((int)-3.99);
    show((unsigned char)3.7);
    show(5 / -2);
    show(5 % -2);
    show(-5 >> 1);
    show(INT_MIN / 2);
    uint16_t a = 65535, b = 65535;
    show((uint16_t)(a + b));
    uint8_t k = 1;
    k <<= 7;
    show(k);
    k <<= 1;
    show(k);
    k = ~k;
    show(k);
    c = 1;
    c -= 2;
    show(c);
    c ^= 0xf;
    show(c);
    s = 127;
    s += 1;
    show(s);
    long long big = (long long)INT_MAX + 1;
    show(big);
    show((int)big);
    _Bool bo = 256;
    show(bo);
    bo = 0.5;
    show(bo);
    show((unsigned long)-1 == ULONG_MAX);
    show(0x80000000 > 0);
    show(sizeof(0x80000000));
    show(2147483648 > 0);
    show(1 ? -1 : 1u);
    return 0;
}
