/* Locales, limits and logs: there, with nothing interesting in them. */
#include <libintl.h>
#include <locale.h>
#include <smtcb.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <syslog.h>

char *setlocale(int category, const char *locale)
{
    (void)category;
    (void)locale;
    return "C";
}

struct lconv *localeconv(void)
{
    static struct lconv c = {".", "", "", "", "", "", "", "", "", "", 127, 127, 127, 127, 127, 127, 127, 127,
                             127, 127, 127, 127, 127, 127};

    return &c;
}

char *gettext(const char *message)
{
    return (char *)message;
}

char *dgettext(const char *domain, const char *message)
{
    (void)domain;
    return (char *)message;
}

char *dcgettext(const char *domain, const char *message, int category)
{
    (void)domain;
    (void)category;
    return (char *)message;
}

char *ngettext(const char *singular, const char *plural, unsigned long count)
{
    return (char *)(count == 1 ? singular : plural);
}

char *textdomain(const char *domain)
{
    return (char *)domain;
}

char *bindtextdomain(const char *domain, const char *directory)
{
    (void)domain;
    return (char *)directory;
}

void openlog(const char *name, int options, int facility)
{
    (void)name;
    (void)options;
    (void)facility;
}

void syslog(int priority, const char *format, ...)
{
    (void)priority;
    (void)format;
    if (__smtcb_is_part("pthread_cancel"))
        __smtcb_may_be_cancelled();
}

void vsyslog(int priority, const char *format, va_list arguments)
{
    (void)priority;
    (void)format;
    (void)arguments;
}

int setlogmask(int mask)
{
    (void)mask;
    return 255;
}

void closelog(void)
{
}

int getrlimit(int resource, struct rlimit *limit)
{
    (void)resource;
    limit->rlim_cur = RLIM_INFINITY;
    limit->rlim_max = RLIM_INFINITY;
    return 0;
}

int setrlimit(int resource, const struct rlimit *limit)
{
    (void)resource;
    (void)limit;
    return 0;
}

int prctl(int option, ...)
{
    (void)option;
    return 0;
}

int uname(struct utsname *result)
{
    memset(result, 0, sizeof *result);
    strcpy(result->sysname, "Linux");
    return 0;
}
