// verdict: safe
/* Sides, subscripts and arguments that do not disturb each other, or that gcc and clang take in the same order. */
#include <assert.h>
#include <stdio.h>

struct stack {
    int *top, size, values[4];
};

struct pair {
    int first, second;
};

static struct stack stack;
static int total, calls;

static int next(void)
{
    return ++calls;
}

static int add(int amount)
{
    total += amount;
    return 1;
}

static void push(struct stack *to, int value)
{
    to->values[to->size++] = value;
    to->top = &to->values[to->size - 1];
}

int main(void)
{
    struct pair pair = {.second = next(), .first = next()};

    assert(pair.first == 1 && pair.second == 2);
    push(&stack, 5);
    stack.values[stack.size++] = *stack.top + next();
    assert(stack.size == 2 && stack.values[1] == 8);
    total += add(5);
    assert(total == 6);
    total = add(total) + 1;
    assert(total == 2);
    printf("%d %d\n", next(), next());
    assert(calls == 5);
}
