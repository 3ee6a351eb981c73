#ifndef _SYS_XATTR_H
#define _SYS_XATTR_H 1

#include <sys/types.h>

#define XATTR_CREATE 1
#define XATTR_REPLACE 2

int setxattr(const char *path, const char *name, const void *value, size_t size, int flags);
int lsetxattr(const char *path, const char *name, const void *value, size_t size, int flags);
int fsetxattr(int descriptor, const char *name, const void *value, size_t size, int flags);
ssize_t getxattr(const char *path, const char *name, void *value, size_t size);
ssize_t lgetxattr(const char *path, const char *name, void *value, size_t size);
ssize_t fgetxattr(int descriptor, const char *name, void *value, size_t size);
ssize_t listxattr(const char *path, char *names, size_t size);
ssize_t llistxattr(const char *path, char *names, size_t size);
ssize_t flistxattr(int descriptor, char *names, size_t size);
int removexattr(const char *path, const char *name);
int lremovexattr(const char *path, const char *name);
int fremovexattr(int descriptor, const char *name);

#endif
