#ifndef _STDDEF_H
#define _STDDEF_H 1

#include <bits/types.h>
#include <bits/wchar_type.h>

#if __SIZEOF_POINTER__ == 8
typedef long ptrdiff_t;
#else
typedef int ptrdiff_t;
#endif

typedef struct {
#if __SIZEOF_POINTER__ == 8
    _Alignas(16) char __bytes[32];
#else
    _Alignas(16) char __bytes[48];
#endif
} max_align_t;

#define offsetof(type, member) __builtin_offsetof(type, member)

#if __STDC_VERSION__ > 201710L
typedef typeof(nullptr) nullptr_t;
#define unreachable() (__builtin_unreachable())
#endif

#endif
