#ifndef _BITS_WCHAR_TYPE_H
#define _BITS_WCHAR_TYPE_H 1

#if __SIZEOF_POINTER__ == 8
typedef int wchar_t;
#else
typedef long wchar_t;
#endif

#endif
