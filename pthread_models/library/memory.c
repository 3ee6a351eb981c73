/* Allocation. It never fails, except for sizes that no object can have, or where --malloc-may-fail says so. */
#include <errno.h>
#include <malloc.h>
#include <smtcb.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Set to 1 by --malloc-may-fail. */
int __smtcb_malloc_may_fail = 0;

/* Set to 1 where a program could tell that a block which is made smaller stays where it is. */
int __smtcb_may_stay = 0;

static void *allocate(size_t size)
{
    if (size > PTRDIFF_MAX || (__smtcb_malloc_may_fail && __VERIFIER_nondet_bool())) {
        errno = ENOMEM;
        return NULL;
    }
    return __smtcb_allocate(size, 0);
}

void *malloc(size_t size)
{
    return allocate(size);
}

void *calloc(size_t count, size_t size)
{
    if ((size != 0 && count > PTRDIFF_MAX / size) || (__smtcb_malloc_may_fail && __VERIFIER_nondet_bool())) {
        errno = ENOMEM;
        return NULL;
    }
    return __smtcb_allocate(count * size, 1);
}

void free(void *object)
{
    __smtcb_free(object);
}

/* Moves the object, so that pointers to the old one are invalid. */
void *realloc(void *object, size_t size)
{
    size_t old_size;
    void *moved;

    if (object != NULL && size == 0) {
        __smtcb_free(object);
        return NULL;
    }
    if (__smtcb_may_stay && object != NULL && size <= __smtcb_object_size(object) && __VERIFIER_nondet_bool())
        return object;
    moved = allocate(size);
    if (object == NULL || moved == NULL)
        return moved;
    old_size = __smtcb_object_size(object);
    memcpy(moved, object, old_size < size ? old_size : size);
    __smtcb_free(object);
    return moved;
}

void *reallocarray(void *object, size_t count, size_t size)
{
    if (size != 0 && count > PTRDIFF_MAX / size) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(object, count * size);
}

/* Every object has the strictest alignment there is. */
void *aligned_alloc(size_t alignment, size_t size)
{
    (void)alignment;
    return allocate(size);
}

void *memalign(size_t alignment, size_t size)
{
    (void)alignment;
    return allocate(size);
}

void *valloc(size_t size)
{
    return allocate(size);
}

void *pvalloc(size_t size)
{
    return allocate(size);
}

int posix_memalign(void **object, size_t alignment, size_t size)
{
    void *allocated;

    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    allocated = allocate(size);
    if (allocated == NULL)
        return ENOMEM;
    *object = allocated;
    return 0;
}

void cfree(void *object)
{
    __smtcb_free(object);
}

size_t malloc_usable_size(void *object)
{
    return object == NULL ? 0 : __smtcb_object_size(object);
}

char *strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = allocate(size);

    return copy == NULL ? NULL : memcpy(copy, text, size);
}

char *strndup(const char *text, size_t limit)
{
    size_t length = strnlen(text, limit);
    char *copy = allocate(length + 1);

    if (copy == NULL)
        return NULL;
    copy[length] = '\0';
    return memcpy(copy, text, length);
}
