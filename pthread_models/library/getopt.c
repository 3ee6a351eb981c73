/* Options of a command line, as glibc reads them (POSIXLY_CORRECT is taken not to be set). */
#include <getopt.h>
#include <smtcb.h>
#include <stdio.h>
#include <string.h>

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

extern int __smtcb_most_arguments;

enum order { PERMUTES, STOPS_AT_OTHERS, RETURNS_OTHERS };

static enum order order;
static _Bool has_begun;

/* The argument whose letters are being read, or null, and how many of them were. Two variables, since a pointer into one
   of several arguments at one of several places would be a large choice in formulas. */
static char *reading;
static int position;

/* Arguments that are no options and were passed over: from one up to before the other. */
static int first_other;
static int after_others;

static _Bool is_option(const char *argument)
{
    return argument[0] == '-' && argument[1] != '\0';
}

/* Loops over arguments go up to here, which is known where their number is not: in formulas, each of their rounds is then
   about one argument. */
static int limit_of(int count)
{
    return count <= __smtcb_most_arguments ? __smtcb_most_arguments + 1 : count;
}

/* The arguments that were read since come before the others that were passed over. */
static void exchange(char **arguments, int limit)
{
    int read;
    int i;

    for (read = 1; read < limit; read++) {
        char *moved;

        if (read < after_others || read >= optind)
            continue;
        moved = arguments[read];
        for (i = read; i > 0; i--) {
            if (i > first_other)
                arguments[i] = arguments[i - 1];
            else if (i == first_other)
                arguments[i] = moved;
        }
        first_other++;
    }
    after_others = optind;
}

static void pass_over_others(int count, char **arguments, int limit)
{
    int i;

    for (i = 1; i < limit; i++)
        if (i == optind && i < count && !is_option(arguments[i]))
            optind++;
}

static _Bool ends_options(const char *argument)
{
    return argument[0] == '-' && argument[1] == '-' && argument[2] == '\0';
}

static void begin(const char *options)
{
    if (optind == 0)
        optind = 1;
    first_other = after_others = optind;
    reading = NULL;
    order = options[0] == '-' ? RETURNS_OTHERS : options[0] == '+' ? STOPS_AT_OTHERS : PERMUTES;
    has_begun = 1;
}

/* On to the next option: 0 where there is one, or what getopt is to return. */
static int advance(int count, char **arguments)
{
    int limit = limit_of(count);

    if (after_others > optind)
        after_others = optind;
    if (first_other > optind)
        first_other = optind;
    if (order == PERMUTES) {
        if (first_other != after_others && after_others != optind)
            exchange(arguments, limit);
        else if (after_others != optind)
            first_other = optind;
        pass_over_others(count, arguments, limit);
        after_others = optind;
    }
    if (optind != count && ends_options(arguments[optind])) {
        optind++;
        if (first_other != after_others && after_others != optind)
            exchange(arguments, limit);
        else if (first_other == after_others)
            first_other = optind;
        after_others = count;
        optind = count;
    }
    if (optind == count) {
        if (first_other != after_others)
            optind = first_other;
        return -1;
    }
    if (!is_option(arguments[optind])) {
        if (order == STOPS_AT_OTHERS)
            return -1;
        optarg = arguments[optind++];
        return 1;
    }
    return 0;
}

static _Bool is_meant(const struct option *option, const char *name, size_t length)
{
    return strncmp(option->name, name, length) == 0;
}

static int find_long_option(const struct option *options, const char *name, size_t length, _Bool only_long,
                            _Bool *ambiguous)
{
    int found = -1;
    int i;

    for (i = 0; options[i].name != NULL; i++)
        if (is_meant(&options[i], name, length) && strlen(options[i].name) == length)
            return i;
    for (i = 0; options[i].name != NULL; i++) {
        if (!is_meant(&options[i], name, length))
            continue;
        if (found < 0)
            found = i;
        else if (only_long || options[found].has_arg != options[i].has_arg || options[found].flag != options[i].flag
                 || options[found].val != options[i].val)
            *ambiguous = 1;
    }
    return found;
}

static void say_ambiguous(const char *program, const struct option *options, const char *prefix, const char *name,
                          size_t length)
{
    int i;

    fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", program, prefix, name);
    for (i = 0; options[i].name != NULL; i++)
        if (is_meant(&options[i], name, length))
            fprintf(stderr, " '%s%s'", prefix, options[i].name);
    fprintf(stderr, "\n");
}

static int read_long_option(int count, char **arguments, const char *letters, const struct option *options, int *index,
                            _Bool only_long, _Bool says_errors, const char *prefix)
{
    _Bool ambiguous = 0;
    size_t length = 0;
    char *name = reading + position;
    int found;

    while (name[length] != '\0' && name[length] != '=')
        length++;
    found = find_long_option(options, name, length, only_long, &ambiguous);
    if (ambiguous || found < 0) {
        if (!ambiguous && only_long && arguments[optind][1] != '-' && strchr(letters, name[0]) != NULL)
            return -1;
        if (says_errors && ambiguous)
            say_ambiguous(arguments[0], options, prefix, name, length);
        else if (says_errors)
            fprintf(stderr, "%s: unrecognized option '%s%s'\n", arguments[0], prefix, name);
        reading = NULL;
        optind++;
        optopt = 0;
        return '?';
    }
    optind++;
    reading = NULL;
    if (name[length] == '=') {
        if (options[found].has_arg == no_argument) {
            if (says_errors)
                fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", arguments[0], prefix, options[found].name);
            optopt = options[found].val;
            return '?';
        }
        optarg = name + length + 1;
    } else if (options[found].has_arg == required_argument) {
        if (optind >= count) {
            if (says_errors)
                fprintf(stderr, "%s: option '%s%s' requires an argument\n", arguments[0], prefix, options[found].name);
            optopt = options[found].val;
            return letters[0] == ':' ? ':' : '?';
        }
        optarg = arguments[optind++];
    }
    if (index != NULL)
        *index = found;
    if (options[found].flag == NULL)
        return options[found].val;
    *options[found].flag = options[found].val;
    return 0;
}

/* Where a letter stands among the options, or -1. All of them are compared, so that the number of rounds is known. */
static int place_of(const char *letters, char letter)
{
    int place = -1;
    int i;

    for (i = 0; letters[i] != '\0'; i++)
        if (place < 0 && letters[i] == letter)
            place = i;
    return letter == '\0' ? i : place;
}

static int read_letter(int count, char **arguments, const char *letters, _Bool says_errors)
{
    char letter = reading[position++];
    _Bool is_last = reading[position] == '\0';
    int known = place_of(letters, letter);

    if (is_last)
        optind++;
    if (known < 0 || letter == ':' || letter == ';') {
        if (says_errors)
            fprintf(stderr, "%s: invalid option -- '%c'\n", arguments[0], letter);
        optopt = letter;
        return '?';
    }
    if (letter == 'W' && letters[known + 1] == ';')
        __smtcb_unsupported("W; among the options of getopt");
    if (letters[known + 1] != ':')
        return letter;
    if (!is_last) {
        optarg = reading + position;
        optind++;
    } else if (letters[known + 2] == ':') {
        optarg = NULL;
    } else if (optind == count) {
        if (says_errors)
            fprintf(stderr, "%s: option requires an argument -- '%c'\n", arguments[0], letter);
        optopt = letter;
        letter = letters[0] == ':' ? ':' : '?';
    } else {
        optarg = arguments[optind++];
    }
    reading = NULL;
    return letter;
}

static int read_option(int count, char **arguments, const char *letters, const struct option *options, int *index,
                       _Bool only_long)
{
    _Bool says_errors;

    if (count < 1)
        return -1;
    optarg = NULL;
    if (optind == 0 || !has_begun)
        begin(letters);
    if (letters[0] == '-' || letters[0] == '+')
        letters++;
    says_errors = opterr && letters[0] != ':';
    if (reading == NULL || reading[position] == '\0') {
        int end = advance(count, arguments);

        if (end != 0)
            return end;
        if (options != NULL && arguments[optind][1] == '-') {
            reading = arguments[optind];
            position = 2;
            return read_long_option(count, arguments, letters, options, index, only_long, says_errors, "--");
        }
        reading = arguments[optind];
        position = 1;
        if (options != NULL && only_long && (reading[2] != '\0' || strchr(letters, reading[1]) == NULL)) {
            int code = read_long_option(count, arguments, letters, options, index, only_long, says_errors, "-");

            if (code != -1)
                return code;
        }
    }
    return read_letter(count, arguments, letters, says_errors);
}

int getopt(int count, char *const arguments[], const char *options)
{
    return read_option(count, (char **)arguments, options, NULL, NULL, 0);
}

int getopt_long(int count, char *const arguments[], const char *options, const struct option *long_options, int *index)
{
    return read_option(count, (char **)arguments, options, long_options, index, 0);
}

int getopt_long_only(int count, char *const arguments[], const char *options, const struct option *long_options,
                     int *index)
{
    return read_option(count, (char **)arguments, options, long_options, index, 1);
}
