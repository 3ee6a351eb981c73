/* Libraries that are loaded while the program runs. What is in them, nobody knows. */
#include <dlfcn.h>
#include <smtcb.h>
#include <stddef.h>

static _Thread_local _Bool failed;
static char library;

/* A function or an object in a library. It has no body here, so that it gives an address of others: that can be compared
   and handed on, and whoever calls or follows it is not judged. */
extern void *symbol_of_a_library(void);

void *dlopen(const char *path, int flags)
{
    (void)path;
    (void)flags;
    if (!__VERIFIER_nondet_bool())
        return &library;
    failed = 1;
    return NULL;
}

int dlclose(void *handle)
{
    (void)handle;
    return 0;
}

void *dlsym(void *handle, const char *name)
{
    (void)handle;
    (void)name;
    if (!__VERIFIER_nondet_bool()) {
        void *found = symbol_of_a_library();

        __smtcb_assume(found != NULL);
        return found;
    }
    failed = 1;
    return NULL;
}

/* Each failure is told once. */
char *dlerror(void)
{
    _Bool told = failed;

    failed = 0;
    return told ? "cannot open shared object file" : NULL;
}
