/* Like the standard's, this header may be included again with NDEBUG changed. */
#include <features.h>

#undef assert
#undef assert_perror

extern void __smtcb_assert(int condition, const char *property, const char *message);

#ifdef NDEBUG
#define assert(expression) ((void)0)
#define assert_perror(error) ((void)0)
#else
#define assert(expression) __smtcb_assert(!!(expression), "assertion", #expression)
#define assert_perror(error) __smtcb_assert(!(error), "assertion", #error)
#endif

#ifndef static_assert
#define static_assert _Static_assert
#endif
