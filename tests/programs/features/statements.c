/* Every statement: if, while, do, for, break, continue, empty, blocks, labels. */
#include <stdio.h>

static int early(int n) {
    while (1) {
        if (n > 100)
            return n;
        for (;;) {
            n = n * 2 + 1;
            if (n % 5 == 0)
                break;
            if (n > 1000)
                return -1;
        }
    }
}

static void nothing(int x) {
    if (x)
        return;
    ;
    {}
    {
        ;
    }
}

static int dangling(int a, int b) {
    if (a)
        if (b)
            return 1;
        else
            return 2;
    return 3;
}

int main(void) {
    int i, n = 0;
    for (i = 0; i < 10; i++) {
        if (i == 3)
            continue;
        if (i == 8)
            break;
        n += i;
    }
    printf("%d %d\n", i, n);
    while (n > 0) {
        n -= 7;
        if (n < 5)
            continue;
        printf("%d ", n);
    }
    printf("| %d\n", n);
    do
        n++;
    while (n < 3);
    printf("%d\n", n);
    do {
        n--;
        if (n == 1)
            continue;
        if (n < -2)
            break;
    } while (n);
    printf("%d\n", n);
    do
        n = 77;
    while (0);
    for (int a = 0, b = 10; a < b; a++, b -= 2)
        printf("%d,%d ", a, b);
    printf("\n");
    for (int k = 3; k--;)
        printf("%d ", k);
    printf("\n");
    int outer = 0;
    for (int a = 0; a < 4; a++) {
        for (int b = 0; b < 4; b++) {
            if (b == a)
                break;
            if ((a + b) % 2)
                continue;
            outer += a * 10 + b;
        }
    }
    printf("%d\n", outer);
    printf("%d %d\n", early(1), early(3));
    nothing(1);
    nothing(0);
    printf("%d %d %d\n", dangling(1, 1), dangling(1, 0), dangling(0, 1));
    if (n == 77)
        ;
    else
        n = 0;
    if (n) {
        int n = 5;
        n++;
    } else if (n == 3)
        n = 4;
    else {
        n = 6;
    }
    printf("%d\n", n);
    int count = 0;
    for (int a = 2; a < 60; a++) {
        int prime = 1;
        for (int d = 2; d * d <= a; d++)
            if (a % d == 0) {
                prime = 0;
                break;
            }
        count += prime;
    }
    while (count > 100)
        count--;
    return count;
}
