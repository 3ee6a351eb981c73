#include "show.h"
static int f(int x)
{
    switch (x) {
    case 1:
        return 10;
    case 2 ... 5:
        return 20;
    case 'a' ... 'z':
        return 30;
    default:
        return 40;
    case -3:
        return 50;
    }
}
static int duff(int n)
{
    int c = 0;
    switch (n % 4) {
    case 0:
        do {
            c++;
        case 3:
            c++;
        case 2:
            c++;
        case 1:
            c++;
        } while ((n -= 4) > 0);
    }
    return c;
}
int main(void)
{
    int t[] = {1, 2, 5, 6, 'm', -3, '{'};
    for (int i = 0; i < 7; i++)
        show(f(t[i]));
    show(duff(5));
    show(duff(8));
    long long v = 1LL << 33;
    switch (v) {
    case 0:
        show(0);
        break;
    case 1LL << 33:
        show(1);
    }
    unsigned char c = 200;
    switch (c) {
    case 200:
        show(2);
    }
    enum e { A, B = 5 } x = B;
    switch (x) {
    case A:
        show(3);
        break;
    case B:
        show(4);
    }
    return 0;
}
