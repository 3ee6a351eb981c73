/* Environment variables. Whether one is set, and to what, is arbitrary when somebody first asks for it, and stays. */
#include <errno.h>
#include <smtcb.h>
#include <stdlib.h>
#include <string.h>

/* Set by --env: texts of the form NAME=VALUE, and null; or nothing. */
char **__smtcb_environment_list = NULL;

/* Set to 0 where no other variables than those are set. */
int __smtcb_open_environment = 1;

enum { MOST_VARIABLES = 16 };

/* A variable that is known: the text with its name, which ends there or at '=', and its value, null if it is not set. */
struct variable {
    const char *name;
    char *value;
};

static struct variable variables[MOST_VARIABLES];
static int known_variables;
static _Bool has_begun;

/* What was found when somebody first asked: kept for the counterexample. A name without bytes was not set. */
struct __smtcb_given_variable __smtcb_given_variables[MOST_VARIABLES];

/* All functions below that are static are called inside atomic sections. */

static size_t name_length(const char *name)
{
    size_t length = 0;

    while (name[length] != '\0' && name[length] != '=')
        length++;
    return length;
}

static _Bool is_same_name(const char *left, const char *right)
{
    size_t i = 0;

    while (left[i] == right[i] && left[i] != '\0' && left[i] != '=')
        i++;
    return (left[i] == '\0' || left[i] == '=') && (right[i] == '\0' || right[i] == '=');
}

static char *copy_of(const char *text, size_t length)
{
    char *copy = __smtcb_allocate_internally(length + 1, 1);
    size_t i;

    for (i = 0; i < length; i++)
        copy[i] = text[i];
    return copy;
}

static struct variable *add_variable(const char *name, char *value)
{
    struct variable *variable = &variables[known_variables];

    if (known_variables == MOST_VARIABLES)
        __smtcb_unsupported("more than 16 environment variables");
    known_variables++;
    variable->name = name;
    variable->value = value;
    return variable;
}

/* The variables of --env come first. */
static void begin(void)
{
    int i;

    has_begun = 1;
    for (i = 0; __smtcb_environment_list != NULL && __smtcb_environment_list[i] != NULL; i++) {
        char *text = __smtcb_environment_list[i];

        add_variable(text, text + name_length(text) + 1);
    }
}

/* Null if nobody has asked for it yet. */
static struct variable *find_known(const char *name)
{
    struct variable *found = NULL;
    int i;

    if (!has_begun)
        begin();
    for (i = 0; i < known_variables; i++)
        if (is_same_name(variables[i].name, name))
            found = &variables[i];
    return found;
}

static struct variable *find(const char *name)
{
    struct variable *variable = find_known(name);
    struct __smtcb_given_variable *given;
    _Bool is_set;
    char *value;

    if (variable != NULL)
        return variable;
    variable = add_variable(copy_of(name, name_length(name)), NULL);
    given = &__smtcb_given_variables[variable - variables];
    is_set = 0;
    if (__smtcb_open_environment)
        is_set = __VERIFIER_nondet_bool();
    given->name = variable->name;
    value = __smtcb_any_text(&given->value, is_set);
    if (is_set)
        variable->value = value;
    else
        given->value.bytes = NULL;
    return variable;
}

static _Bool is_name(const char *name)
{
    return name[0] != '\0' && name[name_length(name)] == '\0';
}

char *getenv(const char *name)
{
    char *value = NULL;

    __smtcb_atomic_begin();
    if (is_name(name))
        value = find(name)->value;
    __smtcb_atomic_end();
    return value;
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}

static void set(const char *name, const char *kept_name, char *value)
{
    struct variable *variable = find_known(name);

    if (variable == NULL) {
        add_variable(kept_name, value);
    } else {
        variable->name = kept_name;
        variable->value = value;
    }
}

int setenv(const char *name, const char *value, int overwrite)
{
    __smtcb_atomic_begin();
    if (name == NULL || !is_name(name)) {
        __smtcb_atomic_end();
        errno = EINVAL;
        return -1;
    }
    if (overwrite || find(name)->value == NULL)
        set(name, copy_of(name, strlen(name)), copy_of(value, strlen(value)));
    __smtcb_atomic_end();
    return 0;
}

int unsetenv(const char *name)
{
    __smtcb_atomic_begin();
    if (name == NULL || !is_name(name)) {
        __smtcb_atomic_end();
        errno = EINVAL;
        return -1;
    }
    set(name, copy_of(name, strlen(name)), NULL);
    __smtcb_atomic_end();
    return 0;
}

/* The text itself becomes part of the environment. One without '=' takes the variable away, as glibc does. */
int putenv(char *text)
{
    size_t length;

    __smtcb_atomic_begin();
    length = name_length(text);
    set(text, text, text[length] == '=' ? text + length + 1 : NULL);
    __smtcb_atomic_end();
    return 0;
}

int clearenv(void)
{
    int i;

    __smtcb_atomic_begin();
    if (!has_begun)
        begin();
    for (i = 0; i < known_variables; i++)
        variables[i].value = NULL;
    __smtcb_open_environment = 0;
    __smtcb_atomic_end();
    return 0;
}
