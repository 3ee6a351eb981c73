#ifndef _BITS_WINT_TYPE_H
#define _BITS_WINT_TYPE_H 1

typedef unsigned int wint_t;

#endif
