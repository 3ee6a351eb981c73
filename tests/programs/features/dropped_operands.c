/* Operands that are read for their type only, or never, with labels and jumps in them. */
#include <stdio.h>

static int twice(int n)
{
    int sum = 0, size;
    __typeof__(({
        goto done;
        n;
    })) copy = ({
        int i = 0;
    again:
        sum += i;
        if (++i < n)
            goto again;
        sum;
    });

    size = sizeof ({
        goto done;
        1;
    });
    sum += 1 ? ({
        int k = 3;
    back:
        k--;
        if (k)
            goto back;
        k;
    }) : ({
        while (1)
        never:
            n++;
        goto never;
        1;
    });
    for (int i = 0; i < 3; i++) {
        int local = i;

        if (local == 2)
            goto done;
        sum += local;
    }
done:
    return sum + copy + size;
}

int main(void)
{
    printf("%d\n", twice(4));
    if (0) {
    inside:
        puts("inside");
        return 0;
    }
    goto inside;
}
