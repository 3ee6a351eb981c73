// verdict: safe  bounds: sampled=1
// except: explicit many-inputs
/* A limit of the system is no number below -1, which says that there is none. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(sysconf(_SC_OPEN_MAX) >= -1 && sysconf(_SC_THREAD_KEYS_MAX) >= -1);
    assert(pathconf("/", _PC_NAME_MAX) >= -1);
    return 0;
}
