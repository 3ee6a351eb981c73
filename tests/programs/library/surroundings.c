// verdict: safe
// args: -b value other
// except: cseq large
/* There is no shell, nobody else; locales and logs are there and empty. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <libintl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <syslog.h>
#include <unistd.h>

extern int *__errno_location(void);

int main(int count, char *arguments[])
{
    static const struct option none[] = {{0, 0, 0, 0}};
    struct rlimit limit;
    struct utsname names;

    errno = 5;
    assert(*__errno_location() == 5 && __errno_location() == &errno);
    assert(strcmp(setlocale(LC_ALL, "C"), "C") == 0);
    assert(strcmp(gettext("text"), "text") == 0);
    assert(strcmp(dgettext("domain", "text"), "text") == 0);
    assert(strcmp(dcgettext("domain", "text", LC_MESSAGES), "text") == 0);
    assert(strcmp(ngettext("one", "many", 1), "one") == 0 && strcmp(ngettext("one", "many", 2), "many") == 0);
    assert(strcmp(textdomain("domain"), "domain") == 0);
    assert(strcmp(bindtextdomain("domain", "/"), "/") == 0);
    openlog("name", 0, LOG_USER);
    syslog(LOG_DEBUG, "%d", 1);
    closelog();
    assert(getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur <= limit.rlim_max);
    assert(setrlimit(RLIMIT_CORE, &limit) == 0);
    assert(prctl(PR_SET_NAME, "name") == 0);
    assert(uname(&names) == 0 && strcmp(names.sysname, "Linux") == 0);
    assert(getopt(count, arguments, "ab:") == 'b' && strcmp(optarg, "value") == 0);
    assert(getopt_long(count, arguments, "a", none, NULL) == -1 && optind == 3 && optarg == NULL);
    assert(getopt_long_only(count, arguments, "a", none, NULL) == -1 && strcmp(arguments[optind], "other") == 0);
    assert(kill(getpid(), 0) == 0);
}
