#ifndef _STDBIT_H
#define _STDBIT_H 1

/* Bits of unsigned numbers (C23 7.18), for whatever type is given. */

#include <stdint.h>

#define __STDC_ENDIAN_LITTLE__ 1234
#define __STDC_ENDIAN_BIG__ 4321
#define __STDC_ENDIAN_NATIVE__ __STDC_ENDIAN_LITTLE__

#define __stdbit_width(x) (8 * (unsigned)sizeof(x))
#define __stdbit_used(v) ((v) == 0 ? 0u : 64u - (unsigned)__builtin_clzll(v))

#define stdc_bit_width(x) (__extension__({ unsigned long long __value = (x); __stdbit_used(__value); }))
#define stdc_leading_zeros(x) (__stdbit_width(x) - stdc_bit_width(x))
#define stdc_leading_ones(x) stdc_leading_zeros((__typeof__(x))~(x))
#define stdc_trailing_zeros(x) \
    (__extension__({ \
        unsigned long long __value = (x); \
        __value == 0 ? __stdbit_width(x) : (unsigned)__builtin_ctzll(__value); \
    }))
#define stdc_trailing_ones(x) stdc_trailing_zeros((__typeof__(x))~(x))
#define stdc_first_leading_one(x) \
    (__extension__({ \
        unsigned __used = stdc_bit_width(x); \
        __used == 0 ? 0u : __stdbit_width(x) - __used + 1; \
    }))
#define stdc_first_leading_zero(x) stdc_first_leading_one((__typeof__(x))~(x))
#define stdc_first_trailing_one(x) \
    (__extension__({ \
        unsigned long long __value = (x); \
        __value == 0 ? 0u : (unsigned)__builtin_ctzll(__value) + 1; \
    }))
#define stdc_first_trailing_zero(x) stdc_first_trailing_one((__typeof__(x))~(x))
#define stdc_count_ones(x) ((unsigned)__builtin_popcountll(x))
#define stdc_count_zeros(x) (__stdbit_width(x) - stdc_count_ones(x))
#define stdc_has_single_bit(x) (stdc_count_ones(x) == 1)
#define stdc_bit_floor(x) \
    (__extension__({ \
        unsigned __used = stdc_bit_width(x); \
        (__typeof__(x))(__used == 0 ? 0 : 1ULL << (__used - 1)); \
    }))
#define stdc_bit_ceil(x) \
    (__extension__({ \
        __typeof__(x) __number = (x); \
        (__typeof__(x))(__number <= 1 ? 1 : 2 * stdc_bit_floor((__typeof__(x))(__number - 1))); \
    }))

#endif
