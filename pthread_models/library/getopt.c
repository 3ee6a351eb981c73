/* Options of a command line, as glibc reads them (POSIXLY_CORRECT is taken not to be set). */
#include <getopt.h>
#include <smtcb.h>
#include <stdio.h>
#include <string.h>

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

enum order { PERMUTES, STOPS_AT_OTHERS, RETURNS_OTHERS };

static enum order order;
static _Bool has_begun;
static char *rest; /* of the argument that is being read: further letters */

/* Arguments that are no options and were passed over: from one up to before the other. */
static int first_other;
static int after_others;

static _Bool is_option(const char *argument)
{
    return argument[0] == '-' && argument[1] != '\0';
}

/* The arguments that were read since come before the others that were passed over. */
static void exchange(char **arguments)
{
    int read;
    int i;

    for (read = after_others; read < optind; read++) {
        char *moved = arguments[read];

        for (i = read; i > first_other; i--)
            arguments[i] = arguments[i - 1];
        arguments[first_other] = moved;
        first_other++;
    }
    after_others = optind;
}

static void begin(const char *options)
{
    if (optind == 0)
        optind = 1;
    first_other = after_others = optind;
    rest = NULL;
    order = options[0] == '-' ? RETURNS_OTHERS : options[0] == '+' ? STOPS_AT_OTHERS : PERMUTES;
    has_begun = 1;
}

/* On to the next option: 0 where there is one, or what getopt is to return. */
static int advance(int count, char **arguments)
{
    if (after_others > optind)
        after_others = optind;
    if (first_other > optind)
        first_other = optind;
    if (order == PERMUTES) {
        if (first_other != after_others && after_others != optind)
            exchange(arguments);
        else if (after_others != optind)
            first_other = optind;
        while (optind < count && !is_option(arguments[optind]))
            optind++;
        after_others = optind;
    }
    if (optind != count && strcmp(arguments[optind], "--") == 0) {
        optind++;
        if (first_other != after_others && after_others != optind)
            exchange(arguments);
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
    char *name = rest;
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
        rest = NULL;
        optind++;
        optopt = 0;
        return '?';
    }
    optind++;
    rest = NULL;
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

static int read_letter(int count, char **arguments, const char *letters, _Bool says_errors)
{
    char letter = *rest++;
    const char *known = strchr(letters, letter);

    if (*rest == '\0')
        optind++;
    if (known == NULL || letter == ':' || letter == ';') {
        if (says_errors)
            fprintf(stderr, "%s: invalid option -- '%c'\n", arguments[0], letter);
        optopt = letter;
        return '?';
    }
    if (known[0] == 'W' && known[1] == ';')
        __smtcb_unsupported("W; among the options of getopt");
    if (known[1] != ':')
        return letter;
    if (*rest != '\0') {
        optarg = rest;
        optind++;
    } else if (known[2] == ':') {
        optarg = NULL;
    } else if (optind == count) {
        if (says_errors)
            fprintf(stderr, "%s: option requires an argument -- '%c'\n", arguments[0], letter);
        optopt = letter;
        letter = letters[0] == ':' ? ':' : '?';
    } else {
        optarg = arguments[optind++];
    }
    rest = NULL;
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
    if (rest == NULL || *rest == '\0') {
        int end = advance(count, arguments);

        if (end != 0)
            return end;
        if (options != NULL && arguments[optind][1] == '-') {
            rest = arguments[optind] + 2;
            return read_long_option(count, arguments, letters, options, index, only_long, says_errors, "--");
        }
        rest = arguments[optind] + 1;
        if (options != NULL && only_long && (rest[1] != '\0' || strchr(letters, rest[0]) == NULL)) {
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
