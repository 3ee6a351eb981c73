// verdict: safe
/* err and its family do not return; error does where its status is 0. */
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    int choice = __VERIFIER_nondet_bool() + 2 * __VERIFIER_nondet_bool() + 1;

    warnx("%d", 1);
    error(0, EINVAL, "going on");
    if (choice == 1)
        err(2, "one");
    if (choice == 2)
        errx(2, "two %d", 2);
    if (choice == 3)
        error(2, 0, "three");
    if (choice == 4)
        error_at_line(2, 0, "file", 7, "four");
    assert(0);
}
