#ifndef _STDLIB_H
#define _STDLIB_H 1

#include <alloca.h>
#include <stddef.h>
#include <sys/types.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX 1

typedef struct {
    int quot;
    int rem;
} div_t;

typedef struct {
    long quot;
    long rem;
} ldiv_t;

typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *object, size_t size);
void *reallocarray(void *object, size_t count, size_t size);
void free(void *object);
void *aligned_alloc(size_t alignment, size_t size);
int posix_memalign(void **object, size_t alignment, size_t size);
void *valloc(size_t size);

void exit(int status);
void _Exit(int status);
void quick_exit(int status);
void abort(void);
int atexit(void (*handler)(void));
int at_quick_exit(void (*handler)(void));
int on_exit(void (*handler)(int, void *), void *argument);
char *getenv(const char *name);
char *secure_getenv(const char *name);
int setenv(const char *name, const char *value, int overwrite);
int unsetenv(const char *name);
int putenv(char *assignment);
int clearenv(void);
int system(const char *command);

int abs(int value);
long labs(long value);
long long llabs(long long value);
div_t div(int dividend, int divisor);
ldiv_t ldiv(long dividend, long divisor);
lldiv_t lldiv(long long dividend, long long divisor);

int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);
double atof(const char *text);
long strtol(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);
double strtod(const char *text, char **end);
float strtof(const char *text, char **end);
long double strtold(const char *text, char **end);

int rand(void);
void srand(unsigned int seed);
int rand_r(unsigned int *seed);
long random(void);
void srandom(unsigned int seed);
unsigned int arc4random(void);
unsigned int arc4random_uniform(unsigned int bound);
void arc4random_buf(void *target, size_t size);
double drand48(void);
double erand48(unsigned short state[3]);
long lrand48(void);
long nrand48(unsigned short state[3]);
long mrand48(void);
void srand48(long seed);

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *more);
void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *));

int mblen(const char *text, size_t size);
int mbtowc(wchar_t *wide, const char *text, size_t size);
int wctomb(char *text, wchar_t wide);
size_t mbstowcs(wchar_t *wide, const char *text, size_t size);
size_t wcstombs(char *text, const wchar_t *wide, size_t size);
int mkstemp(char *name);
char *mkdtemp(char *name);
char *mktemp(char *name);
char *realpath(const char *path, char *resolved);
int getloadavg(double averages[], int count);

#endif
