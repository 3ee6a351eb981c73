#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H 1

#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW
#define __THROWNL
#define __nonnull(parameters)
#define __wur
#define __P(arguments) arguments
#define __CONCAT(left, right) left##right
#define __STRING(text) #text

#endif
