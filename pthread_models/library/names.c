/* More about names of files: what is there, nobody knows. Every call may fail. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <glob.h>
#include <smtcb.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

enum { LONGEST = 6, ROOM = 4096 };

static int any_success(void)
{
    if (!__VERIFIER_nondet_bool())
        return 0;
    errno = __VERIFIER_nondet_bool() ? ENOENT : EACCES;
    return -1;
}

int mkdir(const char *path, mode_t mode)
{
    (void)path;
    (void)mode;
    return any_success();
}

int mkfifo(const char *path, mode_t mode)
{
    return mkdir(path, mode);
}

int mknod(const char *path, mode_t mode, dev_t device)
{
    (void)device;
    return mkdir(path, mode);
}

int chmod(const char *path, mode_t mode)
{
    return mkdir(path, mode);
}

int fchmod(int descriptor, mode_t mode)
{
    (void)descriptor;
    return mkdir("", mode);
}

int chown(const char *path, uid_t owner, gid_t group)
{
    (void)path;
    (void)owner;
    (void)group;
    return any_success();
}

int lchown(const char *path, uid_t owner, gid_t group)
{
    return chown(path, owner, group);
}

int fchown(int descriptor, uid_t owner, gid_t group)
{
    (void)descriptor;
    return chown("", owner, group);
}

int fchdir(int descriptor)
{
    (void)descriptor;
    return any_success();
}

int truncate(const char *path, off_t size)
{
    (void)path;
    (void)size;
    return any_success();
}

int rename(const char *from, const char *to)
{
    (void)from;
    (void)to;
    return any_success();
}

int link(const char *from, const char *to)
{
    return rename(from, to);
}

int symlink(const char *from, const char *to)
{
    return rename(from, to);
}

int utime(const char *path, const struct utimbuf *times)
{
    (void)path;
    (void)times;
    return any_success();
}

int utimes(const char *path, const struct timeval times[2])
{
    (void)path;
    (void)times;
    return any_success();
}

int unlinkat(int directory, const char *path, int flags)
{
    (void)directory;
    (void)flags;
    return unlink(path);
}

int mkdirat(int directory, const char *path, mode_t mode)
{
    (void)directory;
    return mkdir(path, mode);
}

int fstatat(int directory, const char *path, struct stat *status, int flags)
{
    (void)directory;
    (void)path;
    (void)flags;
    return fstat(0, status);
}

int faccessat(int directory, const char *path, int mode, int flags)
{
    (void)directory;
    (void)flags;
    return access(path, mode);
}

/* A name from the root on, of up to 6 characters. */
static char *write_path(char *target)
{
    __smtcb_write_anything(target, LONGEST);
    target[0] = '/';
    target[LONGEST] = '\0';
    return target;
}

char *realpath(const char *path, char *resolved)
{
    (void)path;
    if (any_success() < 0)
        return NULL;
    return write_path(resolved != NULL ? resolved : __smtcb_allocate(LONGEST + 1, 0));
}

/* The last six letters are others afterwards, or the name is refused. */
static int fill_template(char *name)
{
    size_t length = strlen(name);

    if (length < 6 || strcmp(name + length - 6, "XXXXXX") != 0) {
        errno = EINVAL;
        return -1;
    }
    if (any_success() < 0)
        return -1;
    for (int i = 0; i < 6; i++) {
        unsigned char letter = __VERIFIER_nondet_uchar();

        __smtcb_assume(letter >= 'a' && letter <= 'z');
        name[length - 6 + (size_t)i] = (char)letter;
    }
    return 0;
}

int mkstemp(char *name)
{
    return fill_template(name) < 0 ? -1 : open(name, O_RDWR);
}

char *mkdtemp(char *name)
{
    return fill_template(name) < 0 ? NULL : name;
}

char *mktemp(char *name)
{
    if (fill_template(name) < 0)
        name[0] = '\0';
    return name;
}

int statvfs(const char *path, struct statvfs *result)
{
    (void)path;
    if (any_success() < 0)
        return -1;
    __smtcb_write_anything(result, sizeof *result);
    __smtcb_assume(result->f_bsize > 0 && result->f_frsize > 0 && result->f_bfree <= result->f_blocks);
    return 0;
}

int fstatvfs(int descriptor, struct statvfs *result)
{
    (void)descriptor;
    return statvfs("", result);
}

int readdir_r(DIR *directory, struct dirent *entry, struct dirent **result)
{
    struct dirent *found = readdir(directory);

    *result = found == NULL ? NULL : entry;
    if (found != NULL)
        memcpy(entry, found, offsetof(struct dirent, d_name) + LONGEST + 1);
    return 0;
}

/* Stars and question marks; whether anything else matches, nobody knows. */
int fnmatch(const char *pattern, const char *text, int flags)
{
    const char *star = NULL, *from = NULL;

    if (flags != 0 || strpbrk(pattern, "[\\") != NULL)
        return __VERIFIER_nondet_bool() ? FNM_NOMATCH : 0;
    while (*text != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            from = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star != NULL) {
            pattern = star + 1;
            text = ++from;
        } else {
            return FNM_NOMATCH;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0' ? 0 : FNM_NOMATCH;
}

/* Up to two names. */
int glob(const char *pattern, int flags, int (*on_error)(const char *, int), glob_t *result)
{
    size_t count = __VERIFIER_nondet_bool() ? 1 : 2;

    (void)pattern;
    (void)on_error;
    if (flags & (GLOB_APPEND | GLOB_DOOFFS))
        __smtcb_unsupported("glob that appends");
    result->gl_pathc = 0;
    result->gl_pathv = NULL;
    if (__VERIFIER_nondet_bool())
        return __VERIFIER_nondet_bool() ? GLOB_NOMATCH : GLOB_NOSPACE;
    result->gl_pathv = __smtcb_allocate_internally(3 * sizeof(char *), 1);
    result->gl_pathc = count;
    for (size_t i = 0; i < count; i++)
        result->gl_pathv[i] = write_path(__smtcb_allocate_internally(LONGEST + 1, 0));
    return 0;
}

void globfree(glob_t *result)
{
    for (size_t i = 0; i < result->gl_pathc; i++)
        __smtcb_free(result->gl_pathv[i]);
    if (result->gl_pathv != NULL)
        __smtcb_free(result->gl_pathv);
    result->gl_pathc = 0;
    result->gl_pathv = NULL;
}

enum { MOST_VISITS = 3 };

static int any_kind_of_file(void)
{
    int kind = __VERIFIER_nondet_int();

    __smtcb_assume(kind >= FTW_F && kind <= FTW_NS);
    return kind;
}

/* Up to three files: the first that makes `visit` give another number than 0 is the last one. */
int ftw(const char *path, int (*visit)(const char *, const struct stat *, int), int descriptors)
{
    char name[LONGEST + 1];
    struct stat status;

    (void)path;
    (void)descriptors;
    for (int i = 0; i < MOST_VISITS && !__VERIFIER_nondet_bool(); i++) {
        int told;

        if (stat(name, &status) < 0)
            return -1;
        told = visit(write_path(name), &status, any_kind_of_file());
        if (told != 0)
            return told;
    }
    return 0;
}

int nftw(const char *path, int (*visit)(const char *, const struct stat *, int, struct FTW *), int descriptors,
         int flags)
{
    char name[LONGEST + 1];
    struct FTW place = {1, 0};
    struct stat status;

    (void)path;
    (void)descriptors;
    (void)flags;
    for (int i = 0; i < MOST_VISITS && !__VERIFIER_nondet_bool(); i++) {
        int told;

        if (stat(name, &status) < 0)
            return -1;
        told = visit(write_path(name), &status, any_kind_of_file(), &place);
        if (told != 0)
            return told;
        place.level = 1;
    }
    return 0;
}
