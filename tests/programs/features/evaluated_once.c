/* Operands that gcc evaluates although nobody needs their values: exactly once. */
#include <stdarg.h>
#include <stdio.h>

static int calls;

static int *called(int *value)
{
    calls++;
    return value;
}

static int array_of(int size, int elements[size++], int other, int more[(other += 2, 3)])
{
    return size * 10 + other;
}

static int last(int count, ...)
{
    va_list lists[2], *list = lists;
    int value = 0;

    va_start(lists[0], count);
    va_start(lists[1], count);
    while (count-- > 0)
        value = va_arg(*list, int);
    va_end(*list++);
    value += 100 * va_arg(*list, int);
    va_end(*list);
    return value;
}

int main(void)
{
    int x = 5, elements[4] = {0}, index = 0;

    __asm__("" : "+r"(*called(&x)));
    __asm__("" : : "r"(*called(&x)));
    __asm__("" : : "r"(index++));
    __asm__("" : : "m"(*called(&x)));
    __builtin_prefetch(called(&x));
    __builtin_prefetch(&elements[index++], 0, 0);
    printf("%d calls, index %d\n", calls, index);
    printf("%d\n", array_of(3, elements, 4, elements));
    printf("%d\n", last(3, 7, 8, 9));
    printf("%d %d\n", __builtin_frame_address(0) != 0, __builtin_return_address(0) != 0);
    return 0;
}
