/* Names and descriptors of files. What is there, nobody knows: every call may fail, and what it tells is anything. */
#include <dirent.h>
#include <errno.h>
#include <smtcb.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_NAME = 6 };

/* A directory that is open, with the entry that was read last. */
struct listing {
    struct dirent entry;
    int descriptor;
};

static int any_success(void)
{
    if (!__VERIFIER_nondet_bool())
        return 0;
    errno = __VERIFIER_nondet_bool() ? ENOENT : EACCES;
    return -1;
}

/* A text with an end. */
static void write_text(char *target, size_t size)
{
    __smtcb_write_anything(target, size - 1);
    target[size - 1] = '\0';
}

int __fxstat(int version, int descriptor, struct stat *status);
int __xstat(int version, const char *path, struct stat *status);
int __lxstat(int version, const char *path, struct stat *status);

DIR *opendir(const char *path)
{
    struct listing *listing;
    int descriptor = 3;

    (void)path;
    if (any_success() < 0)
        return NULL;
    if (__smtcb_closes_descriptors()) {
        descriptor = __smtcb_take_descriptor(0);
        if (descriptor < 0)
            return NULL;
    }
    listing = __smtcb_allocate_internally(sizeof(struct listing), 1);
    listing->descriptor = descriptor;
    return (DIR *)listing;
}

struct dirent *readdir(DIR *directory)
{
    struct dirent *entry = &((struct listing *)directory)->entry;

    if (__VERIFIER_nondet_bool())
        return NULL;
    write_text((char *)entry, offsetof(struct dirent, d_name) + LONGEST_NAME + 1);
    __smtcb_assume(entry->d_name[0] != '\0');
    return entry;
}

void rewinddir(DIR *directory)
{
    ((struct listing *)directory)->entry.d_off = 0;
}

int closedir(DIR *directory)
{
    int descriptor = ((struct listing *)directory)->descriptor;

    __smtcb_free(directory);
    if (__smtcb_closes_descriptors())
        return __smtcb_close_descriptor(descriptor);
    return 0;
}

static int tell_status(struct stat *status)
{
    if (any_success() < 0)
        return -1;
    __smtcb_write_anything(status, sizeof(struct stat));
    __smtcb_assume(status->st_size >= 0);
    return 0;
}

int fstat(int descriptor, struct stat *status)
{
    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    return tell_status(status);
}

int stat(const char *path, struct stat *status)
{
    (void)path;
    return tell_status(status);
}

int lstat(const char *path, struct stat *status)
{
    (void)path;
    return tell_status(status);
}

/* What programs call that were preprocessed against older headers of glibc. */
int __fxstat(int version, int descriptor, struct stat *status)
{
    (void)version;
    return fstat(descriptor, status);
}

int __xstat(int version, const char *path, struct stat *status)
{
    (void)version;
    return stat(path, status);
}

int __lxstat(int version, const char *path, struct stat *status)
{
    (void)version;
    return lstat(path, status);
}

int access(const char *path, int mode)
{
    (void)path;
    (void)mode;
    return any_success();
}

int unlink(const char *path)
{
    (void)path;
    return any_success();
}

int rmdir(const char *path)
{
    (void)path;
    return any_success();
}

int chdir(const char *path)
{
    (void)path;
    return any_success();
}

off_t lseek(int descriptor, off_t offset, int origin)
{
    off_t place = (off_t)__VERIFIER_nondet_long();

    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    if (any_success() < 0)
        return -1;
    __smtcb_assume(place >= 0);
    return origin == SEEK_SET ? offset : place;
}

int ftruncate(int descriptor, off_t size)
{
    __SMTCB_MUST_BE_OPEN(descriptor)
    (void)descriptor;
    (void)size;
    return any_success();
}

ssize_t readlink(const char *path, char *target, size_t size)
{
    size_t length;

    (void)path;
    if (any_success() < 0)
        return -1;
    length = __smtcb_up_to(size);
    __smtcb_assume(length > 0);
    __smtcb_write_anything(target, length);
    return (ssize_t)length;
}

char *getcwd(char *target, size_t size)
{
    if (target == NULL)
        __smtcb_unsupported("getcwd that allocates");
    if (size < 2 || any_success() < 0)
        return NULL;
    write_text(target, size <= LONGEST_NAME ? size : LONGEST_NAME + 1);
    target[0] = '/';
    return target;
}

/* Numbers of devices, as in Linux. */
unsigned gnu_dev_major(unsigned long long device)
{
    return (unsigned)((device >> 8 & 0xfff) | (device >> 32 & 0xfffff000));
}

unsigned gnu_dev_minor(unsigned long long device)
{
    return (unsigned)((device & 0xff) | (device >> 12 & 0xffffff00));
}

unsigned long long gnu_dev_makedev(unsigned major, unsigned minor)
{
    unsigned long long high = major, low = minor;

    return (high & 0xfff) << 8 | (high & 0xfffff000) << 32 | (low & 0xff) | (low & 0xffffff00) << 12;
}
