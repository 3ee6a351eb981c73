/* Calendars: a time as day and hour, and back, as numbers and as text. There is one time zone, UTC, and one locale, "C". */
#include <errno.h>
#include <smtcb.h>
#include <stddef.h>
#include <time.h>

enum { DAY = 86400, DAYS_TO_1970 = 719468, ERA = 146097 }; /* an era: 400 years; the first one began in March of year 0 */

static const char day_names[7][10] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char month_names[12][10] = {"January", "February", "March",     "April",   "May",      "June",
                                         "July",    "August",   "September", "October", "November", "December"};
static const short days_before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

static int is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* From 0 to below `limit`, for which so many bits are just enough. */
static int any_below(unsigned limit, int bits)
{
    unsigned value = __VERIFIER_nondet_uint() & ((1u << bits) - 1);

    __smtcb_assume(value < limit);
    return (int)value;
}

/* A clock may show a year beyond 9999; nobody cares which day that is. */
static void any_day(struct tm *result)
{
    result->tm_sec = any_below(60, 6);
    result->tm_min = any_below(60, 6);
    result->tm_hour = any_below(24, 5);
    result->tm_mday = 1 + any_below(28, 5);
    result->tm_mon = any_below(12, 4);
    result->tm_year = 8100 + any_below(1000, 10);
    result->tm_wday = any_below(7, 3);
    result->tm_yday = any_below(365, 9);
}

/* Years of an era begin in March, so that the leap day is the last one. */
static void break_down(time_t time, struct tm *result)
{
    int days = (int)(time / DAY), seconds = (int)(time % DAY);
    int day, era, year, month;

    if (seconds < 0) {
        seconds += DAY;
        days--;
    }
    result->tm_hour = seconds / 3600;
    result->tm_min = seconds / 60 % 60;
    result->tm_sec = seconds % 60;
    result->tm_wday = (days % 7 + 11) % 7;
    days += DAYS_TO_1970;
    era = (days >= 0 ? days : days - (ERA - 1)) / ERA;
    day = days - era * ERA;
    year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    day = day - (365 * year + year / 4 - year / 100);
    year += era * 400;
    month = (5 * day + 2) / 153;
    result->tm_mday = day - (153 * month + 2) / 5 + 1;
    month = month < 10 ? month + 2 : month - 10;
    year += month < 2;
    result->tm_mon = month;
    result->tm_year = year - 1900;
    result->tm_yday = days_before[month] + (month > 1 && is_leap(year)) + result->tm_mday - 1;
}

struct tm *gmtime_r(const time_t *time, struct tm *result)
{
    time_t asked = *time;

    if (asked >= -62135596800LL && asked <= 253402300799LL)
        break_down(asked, result);
    else
        any_day(result);
    result->tm_isdst = 0;
    result->tm_gmtoff = 0;
    result->tm_zone = "GMT";
    return result;
}

struct tm *localtime_r(const time_t *time, struct tm *result)
{
    gmtime_r(time, result);
    result->tm_zone = "UTC";
    return result;
}

/* One result for all threads: calls from two of them race. */
static struct tm broken_down;

struct tm *gmtime(const time_t *time)
{
    return gmtime_r(time, &broken_down);
}

struct tm *localtime(const time_t *time)
{
    return localtime_r(time, &broken_down);
}

/* What the members say, each of which may be out of its range, is said as usual. */
time_t timegm(struct tm *time)
{
    int months = time->tm_mon % 12, years = time->tm_mon / 12;
    long long year, era, days, seconds;
    time_t result;

    if (months < 0) {
        months += 12;
        years--;
    }
    year = (long long)time->tm_year + 1900 + years - (months < 2);
    era = (year >= 0 ? year : year - 399) / 400;
    year -= era * 400;
    days = (153 * (months > 1 ? months - 2 : months + 10) + 2) / 5 + year * 365 + year / 4 - year / 100;
    days += era * ERA - DAYS_TO_1970 + time->tm_mday - 1;
    seconds = days * DAY + time->tm_hour * 3600LL + time->tm_min * 60LL + time->tm_sec;
    result = (time_t)seconds;
    gmtime_r(&result, time);
    return result;
}

time_t mktime(struct tm *time)
{
    time_t result = timegm(time);

    time->tm_zone = "UTC";
    return result;
}

/* Where text is written, and how much room there is. */
struct text {
    char *next;
    size_t room;
    _Bool full;
};

static void add(struct text *text, char character)
{
    if (text->room == 0) {
        text->full = 1;
        return;
    }
    *text->next++ = character;
    text->room--;
}

static void add_text(struct text *text, const char *added, int most)
{
    for (; *added != '\0' && most > 0; added++, most--)
        add(text, *added);
}

static void add_number(struct text *text, int number, int width, char filling)
{
    char digits[12];
    int count = 0;
    _Bool negative = number < 0;
    unsigned rest = negative ? -(unsigned)number : (unsigned)number;

    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (negative)
        add(text, '-');
    for (width -= negative; width > count; width--)
        add(text, filling);
    while (count > 0)
        add(text, digits[--count]);
}

static const char *name_of(const char names[][10], int index, int count)
{
    return index >= 0 && index < count ? names[index] : "?";
}

static void add_clock(struct text *text, const struct tm *time, _Bool with_seconds)
{
    add_number(text, time->tm_hour, 2, '0');
    add(text, ':');
    add_number(text, time->tm_min, 2, '0');
    if (with_seconds) {
        add(text, ':');
        add_number(text, time->tm_sec, 2, '0');
    }
}

static void add_date(struct text *text, const struct tm *time)
{
    add_number(text, time->tm_mon + 1, 2, '0');
    add(text, '/');
    add_number(text, time->tm_mday, 2, '0');
    add(text, '/');
    add_number(text, (time->tm_year % 100 + 100) % 100, 2, '0');
}

/* "Thu Jan  1 00:00:00 1970" */
static void add_everything(struct text *text, const struct tm *time, int day_width)
{
    add_text(text, name_of(day_names, time->tm_wday, 7), 3);
    add(text, ' ');
    add_text(text, name_of(month_names, time->tm_mon, 12), 3);
    add_number(text, time->tm_mday, day_width, ' ');
    add(text, ' ');
    add_clock(text, time, 1);
    add(text, ' ');
    add_number(text, time->tm_year + 1900, 1, ' ');
}

char *asctime_r(const struct tm *time, char *result)
{
    struct text text = {result, 64, 0};

    add_everything(&text, time, 3);
    add(&text, '\n');
    add(&text, '\0');
    return result;
}

char *asctime(const struct tm *time)
{
    static char text[64];

    return asctime_r(time, text);
}

char *ctime_r(const time_t *time, char *result)
{
    struct tm parts;

    return asctime_r(localtime_r(time, &parts), result);
}

char *ctime(const time_t *time)
{
    return asctime(localtime(time));
}

static int hour_of_12(const struct tm *time)
{
    return time->tm_hour % 12 == 0 ? 12 : time->tm_hour % 12;
}

/* One conversion. */
static void add_part(struct text *text, char kind, const struct tm *time)
{
    switch (kind) {
    case 'a':
        add_text(text, name_of(day_names, time->tm_wday, 7), 3);
        break;
    case 'A':
        add_text(text, name_of(day_names, time->tm_wday, 7), 10);
        break;
    case 'b':
    case 'h':
        add_text(text, name_of(month_names, time->tm_mon, 12), 3);
        break;
    case 'B':
        add_text(text, name_of(month_names, time->tm_mon, 12), 10);
        break;
    case 'C':
        add_number(text, (time->tm_year + 1900) / 100, 2, '0');
        break;
    case 'c':
        add_text(text, name_of(day_names, time->tm_wday, 7), 3);
        add(text, ' ');
        add_text(text, name_of(month_names, time->tm_mon, 12), 3);
        add(text, ' ');
        add_number(text, time->tm_mday, 2, ' ');
        add(text, ' ');
        add_clock(text, time, 1);
        add(text, ' ');
        add_number(text, time->tm_year + 1900, 1, ' ');
        break;
    case 'd':
        add_number(text, time->tm_mday, 2, '0');
        break;
    case 'D':
    case 'x':
        add_date(text, time);
        break;
    case 'e':
        add_number(text, time->tm_mday, 2, ' ');
        break;
    case 'F':
        add_number(text, time->tm_year + 1900, 1, '0');
        add(text, '-');
        add_number(text, time->tm_mon + 1, 2, '0');
        add(text, '-');
        add_number(text, time->tm_mday, 2, '0');
        break;
    case 'H':
        add_number(text, time->tm_hour, 2, '0');
        break;
    case 'I':
        add_number(text, hour_of_12(time), 2, '0');
        break;
    case 'j':
        add_number(text, time->tm_yday + 1, 3, '0');
        break;
    case 'm':
        add_number(text, time->tm_mon + 1, 2, '0');
        break;
    case 'M':
        add_number(text, time->tm_min, 2, '0');
        break;
    case 'n':
        add(text, '\n');
        break;
    case 'p':
        add_text(text, time->tm_hour >= 12 ? "PM" : "AM", 2);
        break;
    case 'r':
        add_number(text, hour_of_12(time), 2, '0');
        add(text, ':');
        add_number(text, time->tm_min, 2, '0');
        add(text, ':');
        add_number(text, time->tm_sec, 2, '0');
        add_text(text, time->tm_hour >= 12 ? " PM" : " AM", 3);
        break;
    case 'R':
        add_clock(text, time, 0);
        break;
    case 'S':
        add_number(text, time->tm_sec, 2, '0');
        break;
    case 't':
        add(text, '\t');
        break;
    case 'T':
    case 'X':
        add_clock(text, time, 1);
        break;
    case 'u':
        add_number(text, time->tm_wday == 0 ? 7 : time->tm_wday, 1, '0');
        break;
    case 'w':
        add_number(text, time->tm_wday, 1, '0');
        break;
    case 'y':
        add_number(text, (time->tm_year % 100 + 100) % 100, 2, '0');
        break;
    case 'Y':
        add_number(text, time->tm_year + 1900, 1, '0');
        break;
    case '%':
        add(text, '%');
        break;
    default:
        __smtcb_unsupported("strftime with a rare conversion");
    }
}

size_t strftime(char *target, size_t size, const char *format, const struct tm *time)
{
    struct text text = {target, size, 0};

    for (; *format != '\0'; format++) {
        if (*format != '%')
            add(&text, *format);
        else
            add_part(&text, *++format, time);
    }
    add(&text, '\0');
    return text.full ? 0 : size - text.room - 1;
}

/* The zone stays what it is. */
void tzset(void)
{
}
