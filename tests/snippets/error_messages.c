#include "show.h"
#include <string.h>
#include <errno.h>
int main(void)
{
    show_text(strerror(0));
    show_text(strerror(ENOENT));
    show_text(strerror(EINVAL));
    show_text(strerror(ENOMEM));
    show_text(strerror(EAGAIN));
    show_text(strerror(EBUSY));
    show_text(strerror(EDEADLK));
    show_text(strerror(ETIMEDOUT));
    show_text(strerror(EPERM));
    show_text(strerror(EINTR));
    show_text(strerror(EIO));
    show_text(strerror(9999));
    return 0;
}
