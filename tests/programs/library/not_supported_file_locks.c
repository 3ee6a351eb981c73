// verdict: unsupported
/* Locks that belong to an open file keep threads apart that have opened it twice. */
#define _GNU_SOURCE
#include <fcntl.h>

int main(void)
{
    struct flock lock = {.l_type = F_WRLCK};

    return fcntl(3, F_OFD_SETLKW, &lock); // here
}
