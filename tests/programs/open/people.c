// verdict: safe  bounds: symbolic=1
// except: cseq large
/* People and groups that are known have all that belongs to them; `stat` as older headers call it. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int __fxstat(int version, int descriptor, struct stat *status);
int __xstat(int version, const char *path, struct stat *status);
int __lxstat(int version, const char *path, struct stat *status);

static int in_order(const void *one, const void *other, void *sign)
{
    return (*(const int *)one - *(const int *)other) * *(int *)sign;
}

int main(void)
{
    int numbers[3] = {1, 3, 2}, sign = -1;
    struct passwd person, *found;
    struct stat status;
    char buffer[64];
    struct group *group = getgrnam("users");

    assert(group == NULL || group->gr_mem[0] == NULL);
    group = getgrgid(5);
    assert(group == NULL || group->gr_gid == 5);
    assert(getpwnam_r("root", &person, buffer, 3, &found) == ERANGE && found == NULL);
    assert(getpwuid_r(7, &person, buffer, sizeof buffer, &found) == 0);
    assert(found == NULL || (found == &person && person.pw_uid == 7 && person.pw_dir[6] == '\0'));
    assert(__fxstat(1, 0, &status) <= 0 && __xstat(1, "f", &status) <= 0 && __lxstat(1, "f", &status) <= 0);
    qsort_r(numbers, 3, sizeof *numbers, in_order, &sign);
    assert(numbers[0] == 3 && numbers[2] == 1);
    return 0;
}
