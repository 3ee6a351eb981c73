#include "show.h"
int main(void)
{
    int i = 0;
again:
    if (i < 3) {
        i++;
        goto again;
    }
    show(i);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            if (a * b == 2)
                goto out;
            show(a * 10 + b);
        }
out:;
    {
        goto in;
        int x;
    in:
        x = 5;
        show(x);
    }
    switch (3) {
        int y;
    case 3:
        y = 4;
        show(y);
    }
    return 0;
}
