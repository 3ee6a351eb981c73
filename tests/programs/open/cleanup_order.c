// verdict: safe
/* The last one declared is cleaned up first; a returned value is older than that; jumps out count, jumps back too. */
#include <assert.h>

static int order;

static void note(int *digit)
{
    order = order * 10 + *digit;
    *digit = 0;
}

static int both(void)
{
    int first __attribute__((cleanup(note))) = 1;
    int second __attribute__((cleanup(note))) = 2;
    return first + second;
}

static void out(int times)
{
again:;
    int here __attribute__((cleanup(note))) = 4;
    if (--times > 0)
        goto again;
    switch (times) {
    default: {
        int inner __attribute__((cleanup(note))) = 5;
        goto end;
    }
    }
end:
    return;
}

int main(void)
{
    int value;

    assert(both() == 3);
    assert(order == 21);
    order = 0;
    out(2);
    assert(order == 454);
    order = 0;
    value = ({ int inside __attribute__((cleanup(note))) = 7; inside; });
    assert(value == 7 && order == 7);
    order = 0;
    for (int i __attribute__((cleanup(note))) = 1; i < 3; i++) {
        int each __attribute__((cleanup(note))) = 8;
        if (i == 2)
            break;
    }
    assert(order == 882);
}
