#ifndef _STDIO_H
#define _STDIO_H 1

#include <bits/types.h>
#include <stdarg.h>

typedef struct _IO_FILE {
    int __descriptor;
    int __error;
    int __end;
    void *__file; /* of tmpfile */
    struct __smtcb_thread *__holder; /* of its lock: flockfile */
    unsigned __depth;                /* how often it holds it */
} FILE;

typedef struct {
    off_t __position;
    unsigned int __state[2];
} fpos_t;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr

#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define P_tmpdir "/tmp"

int printf(const char *format, ...);
int fprintf(FILE *stream, const char *format, ...);
int dprintf(int descriptor, const char *format, ...);
int sprintf(char *target, const char *format, ...);
int snprintf(char *target, size_t size, const char *format, ...);
int asprintf(char **target, const char *format, ...);
int vprintf(const char *format, va_list arguments);
int vfprintf(FILE *stream, const char *format, va_list arguments);
int vdprintf(int descriptor, const char *format, va_list arguments);
int vsprintf(char *target, const char *format, va_list arguments);
int vsnprintf(char *target, size_t size, const char *format, va_list arguments);
int vasprintf(char **target, const char *format, va_list arguments);

int scanf(const char *format, ...);
int fscanf(FILE *stream, const char *format, ...);
int sscanf(const char *text, const char *format, ...);
int vscanf(const char *format, va_list arguments);
int vfscanf(FILE *stream, const char *format, va_list arguments);
int vsscanf(const char *text, const char *format, va_list arguments);

int putchar(int character);
int putc(int character, FILE *stream);
int fputc(int character, FILE *stream);
int puts(const char *text);
int fputs(const char *text, FILE *stream);
int getchar(void);
int getc(FILE *stream);
int fgetc(FILE *stream);
int ungetc(int character, FILE *stream);
char *fgets(char *target, int size, FILE *stream);
char *gets(char *target);
int putchar_unlocked(int character);
int putc_unlocked(int character, FILE *stream);
int getchar_unlocked(void);
int getc_unlocked(FILE *stream);
ssize_t getline(char **line, size_t *size, FILE *stream);
ssize_t getdelim(char **line, size_t *size, int delimiter, FILE *stream);
size_t fread(void *target, size_t size, size_t count, FILE *stream);
size_t fwrite(const void *source, size_t size, size_t count, FILE *stream);

FILE *fopen(const char *path, const char *mode);
FILE *fdopen(int descriptor, const char *mode);
FILE *freopen(const char *path, const char *mode, FILE *stream);
FILE *popen(const char *command, const char *mode);
FILE *tmpfile(void);
FILE *fmemopen(void *buffer, size_t size, const char *mode);
FILE *open_memstream(char **buffer, size_t *size);
int fclose(FILE *stream);
int pclose(FILE *stream);
int fflush(FILE *stream);
int fseek(FILE *stream, long offset, int origin);
int fseeko(FILE *stream, off_t offset, int origin);
long ftell(FILE *stream);
off_t ftello(FILE *stream);
void rewind(FILE *stream);
int fgetpos(FILE *stream, fpos_t *position);
int fsetpos(FILE *stream, const fpos_t *position);
int feof(FILE *stream);
int ferror(FILE *stream);
void clearerr(FILE *stream);
int fileno(FILE *stream);
void setbuf(FILE *stream, char *buffer);
int setvbuf(FILE *stream, char *buffer, int mode, size_t size);
void setlinebuf(FILE *stream);
void flockfile(FILE *stream);
int ftrylockfile(FILE *stream);
void funlockfile(FILE *stream);
void perror(const char *text);
int remove(const char *path);
int rename(const char *from, const char *to);
char *tmpnam(char *name);
char *tempnam(const char *directory, const char *prefix);
char *ctermid(char *name);

#endif
