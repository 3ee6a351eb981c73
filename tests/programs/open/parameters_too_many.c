// verdict: assertion
// except: conversion wrong-call
/* What a function is given beyond its parameters is dropped; it is called all the same. */
#include <assert.h>

static int called;

static void takes_none(void)
{
    called = 1;
}

static int takes_one(int x)
{
    return x;
}

typedef int (*operation)(int, int);
static operation table[] = {(operation)takes_one};

int main(void)
{
    void (*handler)(int) = (void (*)(int))takes_none;

    handler(5);
    assert(called == 1);
    assert(table[0](3, 4) == 3);
    assert(table[0](3, 4) == 4); // here
}
