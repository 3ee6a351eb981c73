/* Locales, limits, logs and command lines: there, with nothing interesting in them. */
#include <getopt.h>
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

mode_t umask(mode_t mask)
{
    (void)mask;
    return 022;
}

int uname(struct utsname *result)
{
    memset(result, 0, sizeof *result);
    strcpy(result->sysname, "Linux");
    return 0;
}

/* The options of a command line that has none but the program's name. */
char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

int getopt(int count, char *const arguments[], const char *options)
{
    (void)arguments;
    (void)options;
    if (count > 1)
        __smtcb_unsupported("getopt with arguments");
    return -1;
}

int getopt_long(int count, char *const arguments[], const char *options, const struct option *long_options, int *index)
{
    (void)long_options;
    (void)index;
    return getopt(count, arguments, options);
}
