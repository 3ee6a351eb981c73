// verdict: assertion
// except: conversion wrong-call
/* A start routine with two parameters gets one argument: the other one is anything. */
#include <assert.h>
#include <pthread.h>

static void *worker(void *argument, int missing)
{
    assert(argument == NULL);
    assert(missing == 0); // here
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, (void *(*)(void *))worker, NULL);
    pthread_join(thread, NULL);
}
