#include "show.h"
int main(void)
{
    __int128 a = 1;
    a <<= 100;
    show((long long)(a >> 90));
    unsigned __int128 b = (unsigned __int128)~0ULL * ~0ULL;
    show((long long)(b >> 64));
    show((long long)b);
    show(sizeof a);
    show((long long)(a % 1000000007));
    show((int)(a > 0));
    a = -5;
    show((long long)(a / 2));
    return 0;
}
