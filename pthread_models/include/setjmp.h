#ifndef _SETJMP_H
#define _SETJMP_H 1

#include <features.h>

#if __SIZEOF_POINTER__ == 8
typedef struct {
    long __state[25];
} jmp_buf[1];
#else
typedef struct {
    int __state[39];
} jmp_buf[1];
#endif
typedef jmp_buf sigjmp_buf;

int setjmp(jmp_buf environment);
int _setjmp(jmp_buf environment);
int sigsetjmp(sigjmp_buf environment, int save_mask);
int __sigsetjmp(jmp_buf environment, int save_mask);
void longjmp(jmp_buf environment, int value);
void _longjmp(jmp_buf environment, int value);
void siglongjmp(sigjmp_buf environment, int value);

#endif
