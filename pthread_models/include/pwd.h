#ifndef _PWD_H
#define _PWD_H 1

#include <bits/types.h>

struct passwd {
    char *pw_name;
    char *pw_passwd;
    uid_t pw_uid;
    gid_t pw_gid;
    char *pw_gecos;
    char *pw_dir;
    char *pw_shell;
};

struct passwd *getpwnam(const char *name);
int getpwnam_r(const char *name, struct passwd *target, char *buffer, size_t size, struct passwd **result);
int getpwuid_r(uid_t user, struct passwd *target, char *buffer, size_t size, struct passwd **result);
struct passwd *getpwuid(uid_t user);

#endif
