#ifndef _STDCKDINT_H
#define _STDCKDINT_H 1

#define ckd_add(result, a, b) ((_Bool)__builtin_add_overflow(a, b, result))
#define ckd_sub(result, a, b) ((_Bool)__builtin_sub_overflow(a, b, result))
#define ckd_mul(result, a, b) ((_Bool)__builtin_mul_overflow(a, b, result))

#endif
