// verdict: safe  bounds: sampled=1
// except: explicit many-inputs
// except: cseq slow
/* Options and limits that glibc has; the machine's own are any. */
#include <assert.h>
#include <errno.h>
#include <sys/sysinfo.h>
#include <unistd.h>

int main(void)
{
    struct sysinfo information;

    assert(sysconf(_SC_THREADS) >= 200112L && sysconf(_SC_SEMAPHORES) >= 200112L && sysconf(_SC_MONOTONIC_CLOCK) > 0);
    assert(sysconf(_SC_PAGE_SIZE) == sysconf(_SC_PAGESIZE) && sysconf(_SC_THREAD_STACK_MIN) > 0);
    errno = 0;
    assert(sysconf(-1) == -1 && errno == EINVAL);
    assert(pathconf("/", _PC_PIPE_BUF) >= 512 && fpathconf(0, _PC_PATH_MAX) > 0);
    assert(sysinfo(&information) == 0 && information.mem_unit > 0);
    assert(get_nprocs() <= get_nprocs_conf());
    return 0;
}
