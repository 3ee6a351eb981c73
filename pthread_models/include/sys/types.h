#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H 1

#include <bits/types.h>
#include <stdint.h>

typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned char u_int8_t;
typedef unsigned short u_int16_t;
typedef unsigned int u_int32_t;
typedef uint64_t u_int64_t;
typedef long long quad_t;
typedef unsigned long long u_quad_t;
typedef char *caddr_t;
typedef int daddr_t;
typedef long register_t;
typedef long long loff_t;
typedef unsigned long long ino64_t;
typedef unsigned long fsblkcnt_t;
typedef unsigned long fsfilcnt_t;

#include <bits/pthread_types.h>
#include <endian.h>
#include <sys/select.h>

#endif
