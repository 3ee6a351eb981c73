// verdict: unsupported
/* What is in a library that is loaded, nobody knows: it may write what it is handed. */
#include <assert.h>
#include <dlfcn.h>
#include <stddef.h>

int main(void)
{
    void *library = dlopen("plugin.so", RTLD_NOW);
    int (*start)(int *) = library == NULL ? NULL : (int (*)(int *))dlsym(library, "start");
    int value = 0;

    if (start != NULL) {
        start(&value); // here
        assert(value == 0);
    }
    return 0;
}
