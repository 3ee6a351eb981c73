// verdict: safe  bounds: symbolic=1
// except: explicit many-inputs
// except: cseq large
/* Anybody may run a program. It is the same person each time, until the program becomes somebody else. */
#include <assert.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

int main(void)
{
    assert(getuid() == getuid() && getgid() == getgid() && getegid() == getegid() && getppid() >= 0);
    assert(umask(022) <= 0777 && umask(0) == 022);
    assert(isatty(1) <= 1);
    if (geteuid() == 0 && setgid(7) == 0 && setuid(33) == 0)
        assert(geteuid() == 33 && getuid() == 33 && getgid() == 7);
    return 0;
}
