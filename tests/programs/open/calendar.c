// verdict: safe
// except: cseq large
/* A fixed time is a fixed day, as text, too; and the day's time is that time again. */
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void)
{
    time_t time = 951782399; /* the last second before a leap day */
    struct tm parts;
    char text[20];

    assert(gmtime_r(&time, &parts) == &parts);
    assert(parts.tm_year == 100 && parts.tm_mon == 1 && parts.tm_mday == 28);
    assert(parts.tm_hour == 23 && parts.tm_min == 59 && parts.tm_sec == 59);
    assert(parts.tm_wday == 1 && parts.tm_yday == 58);
    parts.tm_sec++;
    assert(timegm(&parts) == time + 1);
    assert(parts.tm_mday == 29);
    assert(strftime(text, sizeof text, "%F", &parts) == 10);
    assert(strcmp(text, "2000-02-29") == 0);
}
