/* Files that nobody else can open (tmpfile): what is written comes out again. Programs that have none do not come here: the
   functions of streams look for `tmpfile` first, and output goes to `__smtcb_fputc` and its relatives. What is done to a file
   is one step; memory of the program is read before, and written after it. */
#include <errno.h>
#include <smtcb.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

enum { MOST_BYTES = 512, LONGEST_TEXT = 256 };

int __smtcb_vsnprintf_with_widths(char *target, size_t size, const char *format, va_list arguments);
int __smtcb_fputc(int character, FILE *stream);
int __smtcb_fputs(const char *text, FILE *stream);
size_t __smtcb_fwrite(const void *source, size_t size, size_t count, FILE *stream);
int __smtcb_vfprintf(FILE *stream, const char *format, va_list arguments);
int __smtcb_fprintf(FILE *stream, const char *format, ...);

struct file {
    struct __smtcb_byte bytes[MOST_BYTES];
    size_t size;
    size_t place;
    _Bool ended;     /* somebody has tried to read behind the end */
    int pushed_back; /* by ungetc, or EOF */
};

static struct file *file_of(FILE *stream)
{
    return stream->__file;
}

FILE *tmpfile(void)
{
    FILE *stream;
    int descriptor = 3;

    if (__VERIFIER_nondet_bool()) {
        errno = EMFILE;
        return NULL;
    }
    if (__smtcb_closes_descriptors()) {
        descriptor = __smtcb_take_descriptor(0);
        if (descriptor < 0)
            return NULL;
    }
    stream = __smtcb_allocate_internally(sizeof(FILE), 1);
    stream->__descriptor = descriptor;
    stream->__file = __smtcb_allocate_internally(sizeof(struct file), 1);
    file_of(stream)->pushed_back = EOF;
    return stream;
}

void __smtcb_close_file(FILE *stream)
{
    __smtcb_free(stream->__file);
}

/* What was not written is zero: a gap that fseek has left. */
static void append(struct file *file, const struct __smtcb_byte *bytes, size_t count)
{
    static const struct __smtcb_byte zero = {0};
    size_t i;

    __smtcb_atomic_begin();
    if (file->place + count > MOST_BYTES)
        __smtcb_unsupported("more than 512 bytes in a temporary file");
    for (; file->size < file->place; file->size++)
        file->bytes[file->size] = zero;
    for (i = 0; i < count; i++)
        file->bytes[file->place + i] = bytes[i];
    file->place += count;
    if (file->size < file->place)
        file->size = file->place;
    file->pushed_back = EOF;
    __smtcb_atomic_end();
}

int __smtcb_fputc(int character, FILE *stream)
{
    struct __smtcb_byte byte = {(unsigned char)character};

    if (stream->__file == NULL)
        return __smtcb_unless_it_fails(fputc(character, stream));
    append(file_of(stream), &byte, 1);
    return byte.value;
}

static int put_text(const char *text, size_t length, FILE *stream)
{
    struct __smtcb_byte bytes[MOST_BYTES];
    size_t i;

    if (length > MOST_BYTES)
        __smtcb_unsupported("more than 512 bytes in a temporary file");
    for (i = 0; i < length; i++)
        bytes[i].value = (unsigned char)text[i];
    append(file_of(stream), bytes, length);
    return 1;
}

int __smtcb_fputs(const char *text, FILE *stream)
{
    size_t length = 0;

    if (stream->__file == NULL)
        return __smtcb_unless_it_fails(fputs(text, stream));
    while (text[length] != '\0')
        length++;
    return put_text(text, length, stream);
}

size_t __smtcb_fwrite(const void *source, size_t size, size_t count, FILE *stream)
{
    struct __smtcb_byte bytes[MOST_BYTES];
    size_t i;

    if (stream->__file == NULL)
        return __smtcb_some_items(fwrite(source, size, count, stream));
    if (size * count > MOST_BYTES)
        __smtcb_unsupported("more than 512 bytes in a temporary file");
    for (i = 0; i < size * count; i++)
        bytes[i] = ((const struct __smtcb_byte *)source)[i];
    append(file_of(stream), bytes, size * count);
    return size == 0 ? 0 : count;
}

int __smtcb_vfprintf(FILE *stream, const char *format, va_list arguments)
{
    char text[LONGEST_TEXT];
    int length;

    if (stream->__file == NULL)
        return __smtcb_unless_it_fails(vfprintf(stream, format, arguments));
    length = __smtcb_vsnprintf_with_widths(text, LONGEST_TEXT, format, arguments);
    if (length >= LONGEST_TEXT)
        __smtcb_unsupported("printing more than 255 characters to a temporary file");
    put_text(text, (size_t)length, stream);
    return length;
}

int __smtcb_fprintf(FILE *stream, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = __smtcb_vfprintf(stream, format, arguments);
    va_end(arguments);
    return length;
}

/* The next character; inside an atomic section. */
static int take(struct file *file)
{
    int character = file->pushed_back;

    file->pushed_back = EOF;
    if (character != EOF)
        return character;
    if (file->place < file->size)
        return file->bytes[file->place++].value;
    file->ended = 1;
    return EOF;
}

int __smtcb_read_character(FILE *stream)
{
    int character;

    __smtcb_atomic_begin();
    character = take(file_of(stream));
    __smtcb_atomic_end();
    return character;
}

int __smtcb_push_back(int character, FILE *stream)
{
    if (character == EOF)
        return EOF;
    __smtcb_atomic_begin();
    if (file_of(stream)->pushed_back != EOF)
        __smtcb_unsupported("two characters that ungetc gives back");
    file_of(stream)->pushed_back = (unsigned char)character;
    file_of(stream)->ended = 0;
    __smtcb_atomic_end();
    return (unsigned char)character;
}

/* A line, or as much of it as there is room for. */
char *__smtcb_read_line(char *target, int size, FILE *stream)
{
    char line[MOST_BYTES + 1];
    int length = 0, character = 0, i;

    __smtcb_atomic_begin();
    while (length + 1 < size && character != '\n' && (character = take(file_of(stream))) != EOF)
        line[length++] = (char)character;
    __smtcb_atomic_end();
    if (length == 0)
        return NULL;
    for (i = 0; i < length; i++)
        target[i] = line[i];
    target[length] = '\0';
    return target;
}

size_t __smtcb_read_items(void *target, size_t size, size_t count, FILE *stream)
{
    struct file *file = file_of(stream);
    struct __smtcb_byte bytes[MOST_BYTES];
    size_t done = 0, i;

    __smtcb_atomic_begin();
    if (file->pushed_back != EOF)
        __smtcb_unsupported("fread after ungetc");
    if (file->place < file->size)
        done = file->size - file->place;
    if (done >= size * count)
        done = size * count;
    else
        file->ended = 1;
    for (i = 0; i < done; i++)
        bytes[i] = file->bytes[file->place + i];
    file->place += done;
    __smtcb_atomic_end();
    for (i = 0; i < done; i++)
        ((struct __smtcb_byte *)target)[i] = bytes[i];
    return size == 0 ? 0 : done / size;
}

_Bool __smtcb_is_at_end(FILE *stream)
{
    _Bool ended;

    __smtcb_atomic_begin();
    ended = file_of(stream)->ended;
    __smtcb_atomic_end();
    return ended;
}

void __smtcb_forget_end(FILE *stream)
{
    __smtcb_atomic_begin();
    file_of(stream)->ended = 0;
    __smtcb_atomic_end();
}

int __smtcb_seek(FILE *stream, long offset, int origin)
{
    struct file *file = file_of(stream);
    long place;

    __smtcb_atomic_begin();
    place = (origin == SEEK_SET ? 0 : (long)(origin == SEEK_CUR ? file->place : file->size)) + offset;
    if (origin == SEEK_CUR && file->pushed_back != EOF)
        place--;
    if (place >= 0) {
        file->place = (size_t)place;
        file->ended = 0;
        file->pushed_back = EOF;
    }
    __smtcb_atomic_end();
    if (place >= 0)
        return 0;
    errno = EINVAL;
    return -1;
}

long __smtcb_tell(FILE *stream)
{
    long place;

    __smtcb_atomic_begin();
    place = (long)file_of(stream)->place - (file_of(stream)->pushed_back != EOF);
    __smtcb_atomic_end();
    return place;
}
