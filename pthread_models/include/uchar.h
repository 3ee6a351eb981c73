#ifndef _UCHAR_H
#define _UCHAR_H 1

#include <bits/types.h>
#include <stdint.h>

typedef uint_least16_t char16_t;
typedef uint_least32_t char32_t;

#endif
