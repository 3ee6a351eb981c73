// verdict: safe  bounds: symbolic=1
// except: cseq large
/* Libraries that are loaded, memory that is a file. */
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <syslog.h>
#include <fcntl.h>

static void library(void)
{
    void *handle = dlopen("libm.so", RTLD_LAZY);

    if (handle == NULL) {
        assert(dlerror()[0] == 'c' && dlerror() == NULL);
        return;
    }
    if (dlsym(handle, "cos") == NULL)
        assert(dlerror() != NULL);
    assert(dlclose(handle) == 0);
}

static void memory(void)
{
    int file = shm_open("/x", O_RDWR, 0600);
    char *bytes = mmap(NULL, 16, PROT_READ, MAP_SHARED, file, 0);

    if (bytes == MAP_FAILED)
        return;
    assert(mlock(bytes, 16) + munlock(bytes, 16) + mlockall(MCL_CURRENT) + munlockall() <= 0);
    assert(msync(bytes, 16, MS_SYNC) + madvise(bytes, 16, MADV_RANDOM) + mprotect(bytes, 16, PROT_READ | PROT_WRITE) <= 0);
    bytes[15] = 1;
    munmap(bytes, 16);
    shm_unlink("/x");
}

static void log_all(int priority, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsyslog(priority, format, arguments);
    va_end(arguments);
}

int main(void)
{
    char name[16];
    long some;

    library();
    memory();
    setlogmask(LOG_UPTO(LOG_INFO));
    log_all(LOG_INFO, "%d", 1);
    assert(getrandom(&some, sizeof some, 0) <= (long)sizeof some && getentropy(&some, sizeof some) <= 0);
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && name[6] == '\0');
    return 0;
}
