#ifndef _SYS_PARAM_H
#define _SYS_PARAM_H 1

#include <endian.h>
#include <limits.h>
#include <signal.h>
#include <sys/types.h>

#define MAXPATHLEN PATH_MAX
#define NBBY CHAR_BIT
#define MAXHOSTNAMELEN 64
#define MIN(left, right) (((left) < (right)) ? (left) : (right))
#define MAX(left, right) (((left) > (right)) ? (left) : (right))
#define setbit(bits, number) ((bits)[(number) / NBBY] |= 1 << ((number) % NBBY))
#define clrbit(bits, number) ((bits)[(number) / NBBY] &= ~(1 << ((number) % NBBY)))
#define isset(bits, number) ((bits)[(number) / NBBY] & (1 << ((number) % NBBY)))
#define isclr(bits, number) (((bits)[(number) / NBBY] & (1 << ((number) % NBBY))) == 0)
#define powerof2(value) ((((value) - 1) & (value)) == 0)
#define howmany(value, unit) (((value) + ((unit) - 1)) / (unit))
#define roundup(value, unit) ((((value) + ((unit) - 1)) / (unit)) * (unit))

#endif
