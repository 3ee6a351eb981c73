/* Memory and strings, byte by byte: other threads may run between any two accesses, and may race with each. */
#include <smtcb.h>
#include <stddef.h>
#include <string.h>

void __smtcb_will_write(void *target, unsigned long size)
{
    unsigned long extent = __smtcb_extent(target);

    if (extent < size)
        ((char *)target)[extent] = 0;
}

void __smtcb_will_read(const void *source, unsigned long size)
{
    unsigned long extent = __smtcb_extent(source);

    if (extent < size)
        (void)((const volatile char *)source)[extent];
}

/* How far two pieces of memory are from each other: two that are longer overlap. */
static size_t distance(const void *target, const void *source)
{
    size_t to = (size_t)target;
    size_t from = (size_t)source;

    return to < from ? from - to : to - from;
}

void __smtcb_apart(const void *target, const void *source, unsigned long size)
{
    __smtcb_assert(distance(target, source) >= size, "overlap", "what is copied and where it goes overlap");
}

static void will_copy(void *target, const void *source, size_t size)
{
    __smtcb_will_write(target, size);
    __smtcb_will_read(source, size);
}

static void *copy_forwards(void *target, const void *source, size_t size)
{
    struct __smtcb_byte *to = target;
    const struct __smtcb_byte *from = source;
    size_t i;

    for (i = 0; i < size; i++)
        to[i] = from[i];
    return target;
}

/* Onto itself it does no harm: compilers do that where a structure is assigned. */
void *memcpy(void *target, const void *source, size_t size)
{
    will_copy(target, source, size);
    if (target != source)
        __smtcb_apart(target, source, size);
    return copy_forwards(target, source, size);
}

void *mempcpy(void *target, const void *source, size_t size)
{
    return (char *)memcpy(target, source, size) + size;
}

void *memmove(void *target, const void *source, size_t size)
{
    struct __smtcb_byte *to = target;
    const struct __smtcb_byte *from = source;
    size_t i;

    will_copy(target, source, size);
    if (to <= from)
        return copy_forwards(target, source, size);
    for (i = size; i > 0; i--)
        to[i - 1] = from[i - 1];
    return target;
}

void *memccpy(void *target, const void *source, int stop, size_t size)
{
    unsigned char *to = target;
    const unsigned char *from = source;
    size_t i;
    size_t apart = distance(target, source);

    for (i = 0; i < size; i++) {
        unsigned char value = from[i];

        __smtcb_assert(i < apart, "overlap", "what is copied and where it goes overlap");
        to[i] = value;
        if (value == (unsigned char)stop)
            return to + i + 1;
    }
    return NULL;
}

void *memset(void *target, int value, size_t size)
{
    unsigned char *to = target;
    size_t i;

    __smtcb_will_write(target, size);
    for (i = 0; i < size; i++)
        to[i] = (unsigned char)value;
    return target;
}

void explicit_bzero(void *target, size_t size)
{
    memset(target, 0, size);
}

void *memset_explicit(void *target, int value, size_t size)
{
    return memset(target, value, size);
}

int memcmp(const void *left, const void *right, size_t size)
{
    const unsigned char *a = left;
    const unsigned char *b = right;
    size_t i;

    for (i = 0; i < size; i++) {
        int difference = a[i] - b[i];

        if (difference != 0)
            return difference;
    }
    return 0;
}

void *memchr(const void *object, int value, size_t size)
{
    const unsigned char *bytes = object;
    size_t i;

    for (i = 0; i < size; i++)
        if (bytes[i] == (unsigned char)value)
            return (void *)(bytes + i);
    return NULL;
}

void *memrchr(const void *object, int value, size_t size)
{
    const unsigned char *bytes = object;
    size_t i;

    for (i = size; i > 0; i--)
        if (bytes[i - 1] == (unsigned char)value)
            return (void *)(bytes + i - 1);
    return NULL;
}

void *rawmemchr(const void *object, int value)
{
    const unsigned char *bytes = object;

    while (*bytes != (unsigned char)value)
        bytes++;
    return (void *)bytes;
}

void *memmem(const void *object, size_t size, const void *part, size_t part_size)
{
    const unsigned char *bytes = object;
    size_t i;

    for (i = 0; part_size <= size && i <= size - part_size; i++)
        if (memcmp(bytes + i, part, part_size) == 0)
            return (void *)(bytes + i);
    return NULL;
}

size_t strlen(const char *text)
{
    size_t length = 0;

    while (text[length] != '\0')
        length++;
    return length;
}

size_t strnlen(const char *text, size_t limit)
{
    size_t length = 0;

    while (length < limit && text[length] != '\0')
        length++;
    return length;
}

/* Copies up to and including the terminator, and returns where that went. That the two overlap turns out as soon as
   either reaches the other: before anything is read that has been written over. */
char *stpcpy(char *target, const char *source)
{
    size_t i = 0;
    size_t apart = distance(target, source);
    char character;

    do {
        __smtcb_assert(i < apart, "overlap", "what is copied and where it goes overlap");
        character = source[i];
        target[i] = character;
        i++;
    } while (character != '\0');
    return target + i - 1;
}

char *strcpy(char *target, const char *source)
{
    stpcpy(target, source);
    return target;
}

char *stpncpy(char *target, const char *source, size_t size)
{
    size_t length = strnlen(source, size);

    memcpy(target, source, length);
    memset(target + length, 0, size - length);
    return target + length;
}

char *strncpy(char *target, const char *source, size_t size)
{
    stpncpy(target, source, size);
    return target;
}

/* The text that is there is part of what a text is added to. */
static void not_part_of(const char *source, size_t size, const char *target, const char *end)
{
    __smtcb_assert(size == 0 || (size_t)source + size <= (size_t)target || (size_t)source > (size_t)end, "overlap",
                   "a text is added to itself, or to one that it overlaps");
}

char *strcat(char *target, const char *source)
{
    char *end = target + strlen(target);

    not_part_of(source, 1, target, end);
    stpcpy(end, source);
    return target;
}

char *strncat(char *target, const char *source, size_t limit)
{
    size_t length = strnlen(source, limit);
    char *end = target + strlen(target);

    not_part_of(source, length, target, end);
    memcpy(end, source, length);
    end[length] = '\0';
    return target;
}

/* Those of BSD, which glibc has since 2.38: what does not fit is cut off. */
size_t strlcpy(char *target, const char *source, size_t size)
{
    size_t length = strlen(source);
    size_t copied = length < size ? length : size - 1;

    if (size > 0) {
        memcpy(target, source, copied);
        target[copied] = '\0';
    }
    return length;
}

size_t strlcat(char *target, const char *source, size_t size)
{
    size_t before = strnlen(target, size);

    return before + strlcpy(target + before, source, size - before);
}

int strncmp(const char *left, const char *right, size_t limit)
{
    size_t i;

    for (i = 0; i < limit; i++) {
        unsigned char a = (unsigned char)left[i];
        unsigned char b = (unsigned char)right[i];

        if (a != b || a == '\0')
            return a - b;
    }
    return 0;
}

int strcmp(const char *left, const char *right)
{
    return strncmp(left, right, (size_t)-1);
}

int strcoll(const char *left, const char *right)
{
    return strcmp(left, right);
}

size_t strxfrm(char *target, const char *source, size_t size)
{
    size_t length = strlen(source);

    if (size > 0)
        strncpy(target, source, size);
    return length;
}

static int lower(int character)
{
    return character >= 'A' && character <= 'Z' ? character - 'A' + 'a' : character;
}

int strncasecmp(const char *left, const char *right, size_t limit)
{
    size_t i;

    for (i = 0; i < limit; i++) {
        int a = lower((unsigned char)left[i]);
        int b = lower((unsigned char)right[i]);

        if (a != b || a == '\0')
            return a - b;
    }
    return 0;
}

int strcasecmp(const char *left, const char *right)
{
    return strncasecmp(left, right, (size_t)-1);
}

char *strchrnul(const char *text, int character)
{
    while (*text != '\0' && *text != (char)character)
        text++;
    return (char *)text;
}

char *strchr(const char *text, int character)
{
    char *found = strchrnul(text, character);

    return *found == (char)character ? found : NULL;
}

char *strrchr(const char *text, int character)
{
    const char *found = NULL;

    for (;; text++) {
        char here = *text;

        if (here == (char)character)
            found = text;
        if (here == '\0')
            return (char *)found;
    }
}

size_t strspn(const char *text, const char *accepted)
{
    size_t length = 0;

    while (text[length] != '\0' && strchr(accepted, text[length]) != NULL)
        length++;
    return length;
}

size_t strcspn(const char *text, const char *rejected)
{
    size_t length = 0;

    while (text[length] != '\0' && strchr(rejected, text[length]) == NULL)
        length++;
    return length;
}

char *strpbrk(const char *text, const char *accepted)
{
    const char *found = text + strcspn(text, accepted);

    return *found != '\0' ? (char *)found : NULL;
}

char *strstr(const char *text, const char *part)
{
    size_t length = strlen(part);

    for (;; text++) {
        if (strncmp(text, part, length) == 0)
            return (char *)text;
        if (*text == '\0')
            return NULL;
    }
}

char *strcasestr(const char *text, const char *part)
{
    size_t length = strlen(part);

    for (;; text++) {
        if (strncasecmp(text, part, length) == 0)
            return (char *)text;
        if (*text == '\0')
            return NULL;
    }
}

char *strtok_r(char *text, const char *delimiters, char **state)
{
    char *token = text != NULL ? text : *state;
    char *end;

    token += strspn(token, delimiters);
    end = token + strcspn(token, delimiters);
    *state = end;
    if (token == end)
        return NULL;
    if (*end != '\0') {
        *end = '\0';
        *state = end + 1;
    }
    return token;
}

/* One state for all threads: calls from two of them race. */
char *strtok(char *text, const char *delimiters)
{
    static char *state;

    return strtok_r(text, delimiters, &state);
}

char *strsep(char **text, const char *delimiters)
{
    char *token = *text;
    char *end;

    if (token == NULL)
        return NULL;
    end = token + strcspn(token, delimiters);
    if (*end != '\0') {
        *end = '\0';
        *text = end + 1;
    } else {
        *text = NULL;
    }
    return token;
}

/* The last part of a path: as GNU has it, and as POSIX does, which changes the path. */
char *basename(const char *path)
{
    const char *slash = strrchr(path, '/');

    return (char *)(slash != NULL ? slash + 1 : path);
}

/* The end of a path without the slashes at its end. */
static char *without_slashes(char *path)
{
    char *end = path + strlen(path);

    while (end > path + 1 && end[-1] == '/')
        end--;
    return end;
}

char *__xpg_basename(char *path)
{
    char *end, *start;

    if (path == NULL || *path == '\0')
        return ".";
    end = without_slashes(path);
    *end = '\0';
    if (path[0] == '/' && path[1] == '\0')
        return path;
    for (start = end; start > path && start[-1] != '/'; start--)
        ;
    return start;
}

char *dirname(char *path)
{
    char *end;

    if (path == NULL || strchr(path, '/') == NULL)
        return ".";
    end = without_slashes(path);
    while (end > path && end[-1] != '/')
        end--;
    if (end == path)
        return *path == '/' ? "/" : ".";
    *end = '\0';
    end = without_slashes(path);
    *end = '\0';
    return path;
}

int bcmp(const void *left, const void *right, size_t size)
{
    return memcmp(left, right, size);
}

void bcopy(const void *source, void *target, size_t size)
{
    memmove(target, source, size);
}

void bzero(void *target, size_t size)
{
    memset(target, 0, size);
}

char *index(const char *text, int character)
{
    return strchr(text, character);
}

char *rindex(const char *text, int character)
{
    return strrchr(text, character);
}
