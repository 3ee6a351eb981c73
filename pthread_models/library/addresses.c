/* Addresses of hosts, as texts and as numbers, and lists of them. Texts in the usual form are exact. */
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <smtcb.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>

const struct in6_addr in6addr_any = IN6ADDR_ANY_INIT;
const struct in6_addr in6addr_loopback = IN6ADDR_LOOPBACK_INIT;

enum { LONGEST = 6 };

/* A text of up to 6 characters, or what there is room for. */
static void write_text(char *target, size_t size)
{
    size_t last = size <= LONGEST ? size - 1 : LONGEST;

    __smtcb_write_anything(target, last);
    target[last] = '\0';
}

/* Four numbers with points between them, none of them with a zero too many. */
static _Bool read_dotted(const char *text, unsigned char numbers[4])
{
    for (int part = 0; part < 4; part++) {
        unsigned number = 0;
        int digits = 0;

        while (text[digits] >= '0' && text[digits] <= '9' && digits < 3) {
            number = number * 10 + (unsigned)(text[digits] - '0');
            digits++;
        }
        if (digits == 0 || number > 255 || (digits > 1 && text[0] == '0'))
            return 0;
        numbers[part] = (unsigned char)number;
        if (text[digits] != (part < 3 ? '.' : '\0'))
            return 0;
        text += digits + 1;
    }
    return 1;
}

int inet_pton(int family, const char *text, void *address)
{
    unsigned char numbers[4];
    unsigned char *target = address;

    if (family == AF_INET6) {
        if (__VERIFIER_nondet_bool())
            return 0;
        __smtcb_write_anything(address, 16);
        return 1;
    }
    if (family != AF_INET) {
        errno = EAFNOSUPPORT;
        return -1;
    }
    if (!read_dotted(text, numbers))
        return 0;
    for (int i = 0; i < 4; i++)
        target[i] = numbers[i];
    return 1;
}

/* Other forms than the usual one (fewer numbers, octal or hexadecimal ones) may be an address or not. */
int inet_aton(const char *text, struct in_addr *address)
{
    unsigned char numbers[4];

    if (read_dotted(text, numbers)) {
        address->s_addr = (unsigned)numbers[0] | (unsigned)numbers[1] << 8 | (unsigned)numbers[2] << 16
                          | (unsigned)numbers[3] << 24;
        return 1;
    }
    if (text[0] < '0' || text[0] > '9' || __VERIFIER_nondet_bool())
        return 0;
    address->s_addr = __VERIFIER_nondet_uint();
    return 1;
}

in_addr_t inet_addr(const char *text)
{
    struct in_addr address;

    return inet_aton(text, &address) ? address.s_addr : INADDR_NONE;
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

const char *inet_ntop(int family, const void *address, char *target, socklen_t size)
{
    const unsigned char *numbers = address;
    char text[INET_ADDRSTRLEN];
    int length = 0;

    if (family == AF_INET6) {
        if (size < INET6_ADDRSTRLEN && __VERIFIER_nondet_bool()) {
            errno = ENOSPC;
            return NULL;
        }
        write_text(target, size);
        return target;
    }
    if (family != AF_INET) {
        errno = EAFNOSUPPORT;
        return NULL;
    }
    for (int i = 0; i < 4; i++) {
        length += write_number(text + length, numbers[i]);
        text[length++] = i < 3 ? '.' : '\0';
    }
    if ((socklen_t)length > size) {
        errno = ENOSPC;
        return NULL;
    }
    for (int i = 0; i < length; i++)
        target[i] = text[i];
    return target;
}

/* An entry of a list, with all that it leads to. */
struct entry {
    struct addrinfo info;
    struct sockaddr_storage address;
    char name[LONGEST + 1];
};

static int any_family(int wanted)
{
    if (wanted != AF_UNSPEC)
        return wanted;
    return __VERIFIER_nondet_bool() ? AF_INET : AF_INET6;
}

static int any_kind(int wanted)
{
    if (wanted != 0)
        return wanted;
    return __VERIFIER_nondet_bool() ? SOCK_STREAM : SOCK_DGRAM;
}

static struct addrinfo *new_entry(const struct addrinfo *hints, struct addrinfo *next)
{
    struct entry *entry = __smtcb_allocate_internally(sizeof(struct entry), 1);

    entry->info.ai_family = any_family(hints != NULL ? hints->ai_family : AF_UNSPEC);
    entry->info.ai_socktype = any_kind(hints != NULL ? hints->ai_socktype : 0);
    entry->info.ai_protocol = hints != NULL ? hints->ai_protocol : 0;
    entry->info.ai_addrlen
        = entry->info.ai_family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
    __smtcb_write_anything(&entry->address, sizeof(struct sockaddr_in6));
    entry->address.ss_family = (sa_family_t)entry->info.ai_family;
    entry->info.ai_addr = (struct sockaddr *)&entry->address;
    entry->info.ai_next = next;
    return &entry->info;
}

/* One address, or two. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result)
{
    struct addrinfo *list;

    if (__VERIFIER_nondet_bool() || (node == NULL && service == NULL))
        return __VERIFIER_nondet_bool() ? EAI_NONAME : EAI_AGAIN;
    list = __VERIFIER_nondet_bool() ? new_entry(hints, NULL) : NULL;
    list = new_entry(hints, list);
    if (hints != NULL && (hints->ai_flags & AI_CANONNAME)) {
        list->ai_canonname = ((struct entry *)list)->name;
        write_text(list->ai_canonname, LONGEST + 1);
    }
    *result = list;
    return 0;
}

void freeaddrinfo(struct addrinfo *list)
{
    while (list != NULL) {
        struct addrinfo *next = list->ai_next;

        __smtcb_free(list);
        list = next;
    }
}

const char *gai_strerror(int error)
{
    if (error == EAI_NONAME)
        return "Name or service not known";
    return error == EAI_AGAIN ? "Temporary failure in name resolution" : "Unknown error";
}

int getnameinfo(const struct sockaddr *address, socklen_t size, char *host, socklen_t host_size, char *service,
                socklen_t service_size, int flags)
{
    (void)address;
    (void)size;
    (void)flags;
    if (__VERIFIER_nondet_bool())
        return __VERIFIER_nondet_bool() ? EAI_NONAME : EAI_AGAIN;
    if (host != NULL && host_size > 0)
        write_text(host, host_size);
    if (service != NULL && service_size > 0)
        write_text(service, service_size);
    return 0;
}

int h_errno;

const char *hstrerror(int error)
{
    return error == TRY_AGAIN ? "Host name lookup failure" : "Unknown host";
}

void herror(const char *text)
{
    fprintf(stderr, "%s: %s\n", text, hstrerror(h_errno));
}

struct hostent *gethostbyaddr(const void *address, socklen_t size, int type)
{
    (void)address;
    (void)size;
    (void)type;
    return gethostbyname("");
}

static struct servent known_service;
static char service_name[LONGEST + 1];
static char *no_aliases[1];

struct servent *getservbyname(const char *name, const char *protocol)
{
    (void)name;
    if (__VERIFIER_nondet_bool())
        return NULL;
    write_text(service_name, sizeof service_name);
    known_service.s_name = service_name;
    known_service.s_aliases = no_aliases;
    known_service.s_port = __VERIFIER_nondet_int() & 0xffff;
    known_service.s_proto = protocol != NULL ? (char *)protocol : "tcp";
    return &known_service;
}

struct servent *getservbyport(int port, const char *protocol)
{
    struct servent *found = getservbyname("", protocol);

    if (found != NULL)
        found->s_port = port;
    return found;
}

static struct protoent known_protocol;

struct protoent *getprotobyname(const char *name)
{
    if (__VERIFIER_nondet_bool())
        return NULL;
    known_protocol.p_name = (char *)name;
    known_protocol.p_aliases = no_aliases;
    known_protocol.p_proto = __VERIFIER_nondet_int() & 0xff;
    return &known_protocol;
}

unsigned int if_nametoindex(const char *name)
{
    (void)name;
    return __VERIFIER_nondet_uint();
}

char *if_indextoname(unsigned int index, char *name)
{
    (void)index;
    if (__VERIFIER_nondet_bool()) {
        errno = ENXIO;
        return NULL;
    }
    write_text(name, IFNAMSIZ);
    return name;
}
