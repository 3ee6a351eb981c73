#ifndef _MALLOC_H
#define _MALLOC_H 1

#include <stdlib.h>

void *memalign(size_t alignment, size_t size);
void *pvalloc(size_t size);
void cfree(void *object);
size_t malloc_usable_size(void *object);
int malloc_trim(size_t size);

#endif
