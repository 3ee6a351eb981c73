/* Names of hosts and of people. Who asks gets nothing, or something about which nothing is known but its form. */
#include <arpa/inet.h>
#include <errno.h>
#include <grp.h>
#include <netdb.h>
#include <pwd.h>
#include <smtcb.h>
#include <stddef.h>
#include <sys/socket.h>

enum { LONGEST = 6 };

static char *write_text(char *target)
{
    __smtcb_write_anything(target, LONGEST);
    target[LONGEST] = '\0';
    return target;
}

static struct hostent host;
static char host_name[LONGEST + 1];
static char host_address[4];
static char *host_aliases[1];
static char *host_addresses[2];

struct hostent *gethostbyname(const char *name)
{
    (void)name;
    if (__VERIFIER_nondet_bool())
        return NULL;
    __smtcb_write_anything(host_address, 4);
    host_addresses[0] = host_address;
    host.h_name = write_text(host_name);
    host.h_aliases = host_aliases;
    host.h_addrtype = AF_INET;
    host.h_length = 4;
    host.h_addr_list = host_addresses;
    return &host;
}

static struct passwd person;
static char person_texts[5][LONGEST + 1];

static struct passwd *any_person(void)
{
    if (__VERIFIER_nondet_bool())
        return NULL;
    person.pw_name = write_text(person_texts[0]);
    person.pw_passwd = write_text(person_texts[1]);
    person.pw_gecos = write_text(person_texts[2]);
    person.pw_dir = write_text(person_texts[3]);
    person.pw_shell = write_text(person_texts[4]);
    person.pw_uid = __VERIFIER_nondet_uint();
    person.pw_gid = __VERIFIER_nondet_uint();
    return &person;
}

struct passwd *getpwnam(const char *name)
{
    struct passwd *found = any_person();

    (void)name;
    return found;
}

struct passwd *getpwuid(uid_t user)
{
    struct passwd *found = any_person();

    if (found != NULL)
        found->pw_uid = user;
    return found;
}

static struct group people;
static char group_texts[2][LONGEST + 1];
static char *members[1];

struct group *getgrgid(gid_t group)
{
    if (__VERIFIER_nondet_bool())
        return NULL;
    people.gr_name = write_text(group_texts[0]);
    people.gr_passwd = write_text(group_texts[1]);
    people.gr_gid = group;
    people.gr_mem = members;
    return &people;
}

struct group *getgrnam(const char *name)
{
    (void)name;
    return getgrgid(__VERIFIER_nondet_uint());
}

/* The texts stand in the buffer, if there is room. */
static int fill_person(struct passwd *target, char *buffer, size_t size, struct passwd **result)
{
    *result = NULL;
    if (size < 5 * (LONGEST + 1))
        return ERANGE;
    if (__VERIFIER_nondet_bool())
        return 0;
    target->pw_name = write_text(buffer);
    target->pw_passwd = write_text(buffer + (LONGEST + 1));
    target->pw_gecos = write_text(buffer + 2 * (LONGEST + 1));
    target->pw_dir = write_text(buffer + 3 * (LONGEST + 1));
    target->pw_shell = write_text(buffer + 4 * (LONGEST + 1));
    target->pw_uid = __VERIFIER_nondet_uint();
    target->pw_gid = __VERIFIER_nondet_uint();
    *result = target;
    return 0;
}

int getpwnam_r(const char *name, struct passwd *target, char *buffer, size_t size, struct passwd **result)
{
    (void)name;
    return fill_person(target, buffer, size, result);
}

int getpwuid_r(uid_t user, struct passwd *target, char *buffer, size_t size, struct passwd **result)
{
    int error = fill_person(target, buffer, size, result);

    if (*result != NULL)
        target->pw_uid = user;
    return error;
}

static int write_number(char *target, unsigned number)
{
    int length = 0;

    if (number >= 100)
        target[length++] = (char)('0' + number / 100);
    if (number >= 10)
        target[length++] = (char)('0' + number / 10 % 10);
    target[length++] = (char)('0' + number % 10);
    return length;
}

static char dotted[16];

char *inet_ntoa(struct in_addr address)
{
    unsigned value = address.s_addr;
    int length = 0;

    for (int i = 0; i < 4; i++) {
        length += write_number(dotted + length, value >> 8 * i & 255);
        dotted[length++] = i < 3 ? '.' : '\0';
    }
    return dotted;
}
