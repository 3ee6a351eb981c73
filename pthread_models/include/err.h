#ifndef _ERR_H
#define _ERR_H 1

#include <features.h>
#include <stdarg.h>

void err(int status, const char *format, ...);
void errx(int status, const char *format, ...);
void warn(const char *format, ...);
void warnx(const char *format, ...);
void verr(int status, const char *format, va_list arguments);
void verrx(int status, const char *format, va_list arguments);
void vwarn(const char *format, va_list arguments);
void vwarnx(const char *format, va_list arguments);

#endif
