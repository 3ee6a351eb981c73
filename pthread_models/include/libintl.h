#ifndef _LIBINTL_H
#define _LIBINTL_H 1

#include <features.h>

char *gettext(const char *message);
char *dgettext(const char *domain, const char *message);
char *dcgettext(const char *domain, const char *message, int category);
char *ngettext(const char *singular, const char *plural, unsigned long count);
char *textdomain(const char *domain);
char *bindtextdomain(const char *domain, const char *directory);

#endif
