#ifndef _ERROR_H
#define _ERROR_H 1

#include <features.h>

void error(int status, int error_number, const char *format, ...);
void error_at_line(int status, int error_number, const char *file, unsigned int line, const char *format, ...);
extern unsigned int error_message_count;

#endif
