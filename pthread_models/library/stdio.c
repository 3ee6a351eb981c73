/* Streams. Opening a file may fail, reading gives anything. Printing is done by the executor; see input.c for scanf. */
#include <errno.h>
#include <smtcb.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_LINE = 120, LONGEST_LINE = 6 }; /* room that getline makes at first; characters that it reads at most */

#undef stdin
#undef stdout
#undef stderr

static FILE standard_input = {0};
static FILE standard_output = {1};
static FILE standard_error = {2};

FILE *stdin = &standard_input;
FILE *stdout = &standard_output;
FILE *stderr = &standard_error;

/* Is this what tmpfile has made? (`&&` would make calls of what programs without temporary files do not have.) */
#define IF_TEMPORARY(stream)                                                                                            \
    if (__smtcb_is_part("tmpfile"))                                                                                     \
        if ((stream)->__file != NULL)

/* Whoever does something with a stream looks at it: one that was closed is gone. */
static void look_at(FILE *stream)
{
    int descriptor = stream->__descriptor;

    (void)descriptor;
}

/* Where streams read and write, or their files are opened and closed. */
static void reach_file(void)
{
    if (__smtcb_is_part("pthread_cancel"))
        __smtcb_may_be_cancelled();
}

/* Most do so while no other thread holds its lock. */
static void pass(FILE *stream)
{
    if (__smtcb_is_part("flockfile"))
        __smtcb_pass(stream);
}

static void use(FILE *stream)
{
    pass(stream);
    look_at(stream);
}

static FILE *new_stream(int descriptor)
{
    FILE *stream = __smtcb_allocate_internally(sizeof(FILE), 1);

    stream->__descriptor = descriptor;
    return stream;
}

FILE *fopen(const char *path, const char *mode)
{
    int descriptor = 3;

    (void)path;
    (void)mode;
    reach_file();
    if (__VERIFIER_nondet_bool()) {
        errno = ENOENT;
        return NULL;
    }
    if (__smtcb_closes_descriptors())
        descriptor = __smtcb_take_descriptor(0);
    return descriptor < 0 ? NULL : new_stream(descriptor);
}

FILE *fdopen(int descriptor, const char *mode)
{
    (void)mode;
    if (__smtcb_closes_descriptors())
        if (__smtcb_is_closed(descriptor)) {
            errno = EBADF;
            return NULL;
        }
    if (__smtcb_is_part("pipe")) {
        if (__smtcb_is_pipe(descriptor))
            __smtcb_unsupported("a stream on a pipe");
    }
    if (__VERIFIER_nondet_bool()) {
        errno = ENOMEM;
        return NULL;
    }
    return new_stream(descriptor);
}

/* What is written to these comes out again, as with tmpfile. */

FILE *fmemopen(void *buffer, size_t size, const char *mode)
{
    (void)buffer;
    (void)size;
    (void)mode;
    __smtcb_unsupported("fmemopen");
    return NULL;
}

FILE *open_memstream(char **buffer, size_t *size)
{
    (void)buffer;
    (void)size;
    __smtcb_unsupported("open_memstream");
    return NULL;
}

int fclose(FILE *stream)
{
    int descriptor = stream->__descriptor;

    reach_file();
    IF_TEMPORARY(stream)
        __smtcb_close_file(stream);
    if (stream != &standard_input && stream != &standard_output && stream != &standard_error)
        __smtcb_free(stream);
    if (__smtcb_closes_descriptors())
        return __smtcb_close_descriptor(descriptor);
    return 0;
}

int fileno(FILE *stream)
{
    IF_TEMPORARY(stream)
        __smtcb_unsupported("the descriptor of a temporary file");
    return stream->__descriptor;
}

int feof(FILE *stream)
{
    use(stream);
    IF_TEMPORARY(stream)
        return __smtcb_is_at_end(stream);
    return __VERIFIER_nondet_bool();
}

int ferror(FILE *stream)
{
    use(stream);
    IF_TEMPORARY(stream)
        return 0;
    return __VERIFIER_nondet_bool();
}

void clearerr(FILE *stream)
{
    use(stream);
    IF_TEMPORARY(stream)
        __smtcb_forget_end(stream);
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t size)
{
    use(stream);
    (void)buffer;
    (void)mode;
    (void)size;
    return 0;
}

void setbuf(FILE *stream, char *buffer)
{
    use(stream);
    (void)buffer;
}

int fseek(FILE *stream, long offset, int origin)
{
    use(stream);
    reach_file();
    IF_TEMPORARY(stream)
        return __smtcb_seek(stream, offset, origin);
    (void)offset;
    (void)origin;
    return __smtcb_unless_it_fails(0);
}

void rewind(FILE *stream)
{
    use(stream);
    IF_TEMPORARY(stream)
        __smtcb_seek(stream, 0, SEEK_SET);
}

static int any_character(void)
{
    return __VERIFIER_nondet_bool() ? EOF : (unsigned char)__VERIFIER_nondet_char();
}

static int next_character(FILE *stream)
{
    look_at(stream);
    reach_file();
    IF_TEMPORARY(stream)
        return __smtcb_read_character(stream);
    return any_character();
}

int getchar(void)
{
    pass(stdin);
    reach_file();
    return any_character();
}

int fgetc(FILE *stream)
{
    pass(stream);
    return next_character(stream);
}

int getc(FILE *stream)
{
    pass(stream);
    return next_character(stream);
}

int ungetc(int character, FILE *stream)
{
    use(stream);
    IF_TEMPORARY(stream)
        return __smtcb_push_back(character, stream);
    return character;
}

/* A character that is not the end of a line. */
static int inside_line(void)
{
    int character = (unsigned char)__VERIFIER_nondet_char();

    return character != '\n' ? character : ' ';
}

/* A line of any length that fits, or none. That it is too long is likely where characters are taken at random: programs
   forget that case. */
char *fgets(char *target, int size, FILE *stream)
{
    _Bool too_long = __VERIFIER_nondet_bool();
    int length = 0;
    int character = 0;

    use(stream);
    reach_file();
    IF_TEMPORARY(stream)
        return __smtcb_read_line(target, size, stream);
    while (length + 1 < size && character != '\n' && (character = too_long ? inside_line() : any_character()) != EOF)
        target[length++] = (char)character;
    if (length == 0)
        return NULL;
    target[length] = '\0';
    return target;
}

/* A line, no longer than some bound (which the scope of an answer tells), and room for it. */
ssize_t getdelim(char **line, size_t *size, int delimiter, FILE *stream)
{
    ssize_t length = 0;
    int character;

    if (line == NULL || size == NULL) {
        errno = EINVAL;
        return -1;
    }
    do {
        character = fgetc(stream);
        if (character == EOF)
            break;
        if (*line == NULL || (size_t)length + 2 > *size) {
            size_t larger = *line == NULL ? FIRST_LINE : 2 * (*size + 1);
            char *moved = realloc(*line, larger);

            if (moved == NULL)
                return -1;
            *line = moved;
            *size = larger;
        }
        (*line)[length++] = (char)character;
    } while (character != delimiter && length < LONGEST_LINE);
    if (length == 0)
        return -1;
    (*line)[length] = '\0';
    return length;
}

ssize_t getline(char **line, size_t *size, FILE *stream)
{
    return getdelim(line, size, '\n', stream);
}

/* What getline is in programs that were preprocessed against glibc's headers. */
ssize_t __getdelim(char **line, size_t *size, int delimiter, FILE *stream);

ssize_t __getdelim(char **line, size_t *size, int delimiter, FILE *stream)
{
    return getdelim(line, size, delimiter, stream);
}

/* Whatever another program writes. */
FILE *popen(const char *command, const char *mode)
{
    return fopen(command, mode);
}

int pclose(FILE *stream)
{
    fclose(stream);
    return __VERIFIER_nondet_int();
}

size_t fread(void *target, size_t size, size_t count, FILE *stream)
{
    size_t done;

    use(stream);
    reach_file();
    IF_TEMPORARY(stream)
        return __smtcb_read_items(target, size, count, stream);
    done = __smtcb_up_to(count);
    __smtcb_write_anything(target, done * size);
    return done;
}

int remove(const char *path)
{
    (void)path;
    return __VERIFIER_nondet_bool() ? -1 : 0;
}

/* Where a stream is, nobody knows. */
long ftell(FILE *stream)
{
    long place;

    use(stream);
    IF_TEMPORARY(stream)
        return __smtcb_tell(stream);
    place = __VERIFIER_nondet_long();
    __smtcb_assume(place >= -1);
    if (place < 0)
        errno = EIO;
    return place;
}

off_t ftello(FILE *stream)
{
    return ftell(stream);
}

int fseeko(FILE *stream, off_t offset, int origin)
{
    return fseek(stream, (long)offset, origin);
}

int fgetpos(FILE *stream, fpos_t *position)
{
    long place = ftell(stream);

    position->__position = place;
    return place < 0 ? -1 : 0;
}

int fsetpos(FILE *stream, const fpos_t *position)
{
    return fseek(stream, (long)position->__position, 0);
}

/* The stream stays the same one; where another file cannot be opened it is closed. */
FILE *freopen(const char *path, const char *mode, FILE *stream)
{
    (void)path;
    (void)mode;
    use(stream);
    IF_TEMPORARY(stream)
        __smtcb_unsupported("freopen of a temporary file");
    if (!__VERIFIER_nondet_bool())
        return stream;
    fclose(stream);
    errno = ENOENT;
    return NULL;
}

void setlinebuf(FILE *stream)
{
    use(stream);
}

int getc_unlocked(FILE *stream)
{
    return next_character(stream);
}

int getchar_unlocked(void)
{
    return next_character(stdin);
}

static char temporary_name[8];

char *tmpnam(char *name)
{
    char *target = name != NULL ? name : temporary_name;

    target[0] = '/';
    target[1] = 't';
    target[2] = __VERIFIER_nondet_bool() ? 'a' : 'b';
    target[3] = '\0';
    return target;
}
