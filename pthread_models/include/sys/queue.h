#ifndef _SYS_QUEUE_H
#define _SYS_QUEUE_H 1

#include <stddef.h>

/* Lists whose links are members of their elements. Members are called as in glibc, and are read and written in the same order. */

/* SLIST: each element knows the next one. */

#define SLIST_HEAD(name, type) struct name { struct type *slh_first; }
#define SLIST_HEAD_INITIALIZER(head) { NULL }
#define SLIST_ENTRY(type) struct { struct type *sle_next; }

#define SLIST_FIRST(head) ((head)->slh_first)
#define SLIST_EMPTY(head) (SLIST_FIRST(head) == NULL)
#define SLIST_NEXT(element, field) ((element)->field.sle_next)
#define SLIST_FOREACH(element, head, field) \
    for ((element) = SLIST_FIRST(head); (element); (element) = SLIST_NEXT(element, field))

#define SLIST_INIT(head) do { SLIST_FIRST(head) = NULL; } while (0)
#define SLIST_INSERT_AFTER(before, element, field) do { \
    SLIST_NEXT(element, field) = SLIST_NEXT(before, field); \
    SLIST_NEXT(before, field) = (element); \
} while (0)
#define SLIST_INSERT_HEAD(head, element, field) do { \
    SLIST_NEXT(element, field) = SLIST_FIRST(head); \
    SLIST_FIRST(head) = (element); \
} while (0)
#define SLIST_REMOVE_HEAD(head, field) do { \
    SLIST_FIRST(head) = SLIST_NEXT(SLIST_FIRST(head), field); \
} while (0)
#define SLIST_REMOVE(head, element, type, field) do { \
    if (SLIST_FIRST(head) == (element)) { \
        SLIST_REMOVE_HEAD(head, field); \
    } else { \
        struct type *_before = SLIST_FIRST(head); \
        while (SLIST_NEXT(_before, field) != (element)) \
            _before = SLIST_NEXT(_before, field); \
        SLIST_NEXT(_before, field) = SLIST_NEXT(SLIST_NEXT(_before, field), field); \
    } \
} while (0)

/* LIST: each element knows the next one, and the link that leads to itself. */

#define LIST_HEAD(name, type) struct name { struct type *lh_first; }
#define LIST_HEAD_INITIALIZER(head) { NULL }
#define LIST_ENTRY(type) struct { struct type *le_next; struct type **le_prev; }

#define LIST_FIRST(head) ((head)->lh_first)
#define LIST_EMPTY(head) (LIST_FIRST(head) == NULL)
#define LIST_NEXT(element, field) ((element)->field.le_next)
#define LIST_FOREACH(element, head, field) \
    for ((element) = LIST_FIRST(head); (element); (element) = LIST_NEXT(element, field))

#define LIST_INIT(head) do { LIST_FIRST(head) = NULL; } while (0)
#define LIST_INSERT_AFTER(before, element, field) do { \
    if ((LIST_NEXT(element, field) = LIST_NEXT(before, field)) != NULL) \
        LIST_NEXT(before, field)->field.le_prev = &LIST_NEXT(element, field); \
    LIST_NEXT(before, field) = (element); \
    (element)->field.le_prev = &LIST_NEXT(before, field); \
} while (0)
#define LIST_INSERT_BEFORE(after, element, field) do { \
    (element)->field.le_prev = (after)->field.le_prev; \
    LIST_NEXT(element, field) = (after); \
    *(after)->field.le_prev = (element); \
    (after)->field.le_prev = &LIST_NEXT(element, field); \
} while (0)
#define LIST_INSERT_HEAD(head, element, field) do { \
    if ((LIST_NEXT(element, field) = LIST_FIRST(head)) != NULL) \
        LIST_FIRST(head)->field.le_prev = &LIST_NEXT(element, field); \
    LIST_FIRST(head) = (element); \
    (element)->field.le_prev = &LIST_FIRST(head); \
} while (0)
#define LIST_REMOVE(element, field) do { \
    if (LIST_NEXT(element, field) != NULL) \
        LIST_NEXT(element, field)->field.le_prev = (element)->field.le_prev; \
    *(element)->field.le_prev = LIST_NEXT(element, field); \
} while (0)

/* STAILQ, SIMPLEQ: as SLIST, and the head knows the last link. */

#define STAILQ_HEAD(name, type) struct name { struct type *stqh_first; struct type **stqh_last; }
#define STAILQ_HEAD_INITIALIZER(head) { NULL, &(head).stqh_first }
#define STAILQ_ENTRY(type) struct { struct type *stqe_next; }

#define STAILQ_FIRST(head) ((head)->stqh_first)
#define STAILQ_EMPTY(head) (STAILQ_FIRST(head) == NULL)
#define STAILQ_NEXT(element, field) ((element)->field.stqe_next)
#define STAILQ_FOREACH(element, head, field) \
    for ((element) = STAILQ_FIRST(head); (element); (element) = STAILQ_NEXT(element, field))

#define STAILQ_INIT(head) do { \
    STAILQ_FIRST(head) = NULL; \
    (head)->stqh_last = &STAILQ_FIRST(head); \
} while (0)
#define STAILQ_INSERT_HEAD(head, element, field) do { \
    if ((STAILQ_NEXT(element, field) = STAILQ_FIRST(head)) == NULL) \
        (head)->stqh_last = &STAILQ_NEXT(element, field); \
    STAILQ_FIRST(head) = (element); \
} while (0)
#define STAILQ_INSERT_TAIL(head, element, field) do { \
    STAILQ_NEXT(element, field) = NULL; \
    *(head)->stqh_last = (element); \
    (head)->stqh_last = &STAILQ_NEXT(element, field); \
} while (0)
#define STAILQ_INSERT_AFTER(head, before, element, field) do { \
    if ((STAILQ_NEXT(element, field) = STAILQ_NEXT(before, field)) == NULL) \
        (head)->stqh_last = &STAILQ_NEXT(element, field); \
    STAILQ_NEXT(before, field) = (element); \
} while (0)
#define STAILQ_REMOVE_HEAD(head, field) do { \
    if ((STAILQ_FIRST(head) = STAILQ_NEXT(STAILQ_FIRST(head), field)) == NULL) \
        (head)->stqh_last = &STAILQ_FIRST(head); \
} while (0)
#define STAILQ_REMOVE(head, element, type, field) do { \
    if (STAILQ_FIRST(head) == (element)) { \
        STAILQ_REMOVE_HEAD(head, field); \
    } else { \
        struct type *_before = STAILQ_FIRST(head); \
        while (STAILQ_NEXT(_before, field) != (element)) \
            _before = STAILQ_NEXT(_before, field); \
        if ((STAILQ_NEXT(_before, field) = STAILQ_NEXT(STAILQ_NEXT(_before, field), field)) == NULL) \
            (head)->stqh_last = &STAILQ_NEXT(_before, field); \
    } \
} while (0)
#define STAILQ_CONCAT(head, rest) do { \
    if (!STAILQ_EMPTY(rest)) { \
        *(head)->stqh_last = STAILQ_FIRST(rest); \
        (head)->stqh_last = (rest)->stqh_last; \
        STAILQ_INIT(rest); \
    } \
} while (0)

#define SIMPLEQ_HEAD(name, type) struct name { struct type *sqh_first; struct type **sqh_last; }
#define SIMPLEQ_HEAD_INITIALIZER(head) { NULL, &(head).sqh_first }
#define SIMPLEQ_ENTRY(type) struct { struct type *sqe_next; }

#define SIMPLEQ_FIRST(head) ((head)->sqh_first)
#define SIMPLEQ_EMPTY(head) (SIMPLEQ_FIRST(head) == NULL)
#define SIMPLEQ_NEXT(element, field) ((element)->field.sqe_next)
#define SIMPLEQ_FOREACH(element, head, field) \
    for ((element) = SIMPLEQ_FIRST(head); (element); (element) = SIMPLEQ_NEXT(element, field))

#define SIMPLEQ_INIT(head) do { \
    SIMPLEQ_FIRST(head) = NULL; \
    (head)->sqh_last = &SIMPLEQ_FIRST(head); \
} while (0)
#define SIMPLEQ_INSERT_HEAD(head, element, field) do { \
    if ((SIMPLEQ_NEXT(element, field) = SIMPLEQ_FIRST(head)) == NULL) \
        (head)->sqh_last = &SIMPLEQ_NEXT(element, field); \
    SIMPLEQ_FIRST(head) = (element); \
} while (0)
#define SIMPLEQ_INSERT_TAIL(head, element, field) do { \
    SIMPLEQ_NEXT(element, field) = NULL; \
    *(head)->sqh_last = (element); \
    (head)->sqh_last = &SIMPLEQ_NEXT(element, field); \
} while (0)
#define SIMPLEQ_INSERT_AFTER(head, before, element, field) do { \
    if ((SIMPLEQ_NEXT(element, field) = SIMPLEQ_NEXT(before, field)) == NULL) \
        (head)->sqh_last = &SIMPLEQ_NEXT(element, field); \
    SIMPLEQ_NEXT(before, field) = (element); \
} while (0)
#define SIMPLEQ_REMOVE_HEAD(head, field) do { \
    if ((SIMPLEQ_FIRST(head) = SIMPLEQ_NEXT(SIMPLEQ_FIRST(head), field)) == NULL) \
        (head)->sqh_last = &SIMPLEQ_FIRST(head); \
} while (0)
#define SIMPLEQ_REMOVE(head, element, type, field) do { \
    if (SIMPLEQ_FIRST(head) == (element)) { \
        SIMPLEQ_REMOVE_HEAD(head, field); \
    } else { \
        struct type *_before = SIMPLEQ_FIRST(head); \
        while (SIMPLEQ_NEXT(_before, field) != (element)) \
            _before = SIMPLEQ_NEXT(_before, field); \
        if ((SIMPLEQ_NEXT(_before, field) = SIMPLEQ_NEXT(SIMPLEQ_NEXT(_before, field), field)) == NULL) \
            (head)->sqh_last = &SIMPLEQ_NEXT(_before, field); \
    } \
} while (0)

/* TAILQ: as LIST, and the head knows the last link. A link to the next and one to the link before are laid out as a head is. */

#define _TAILQ_HEAD(name, type, qualifier) \
    struct name { qualifier type *tqh_first; qualifier type *qualifier *tqh_last; }
#define TAILQ_HEAD(name, type) _TAILQ_HEAD(name, struct type, )
#define TAILQ_HEAD_INITIALIZER(head) { NULL, &(head).tqh_first }
#define _TAILQ_ENTRY(type, qualifier) \
    struct { qualifier type *tqe_next; qualifier type *qualifier *tqe_prev; }
#define TAILQ_ENTRY(type) _TAILQ_ENTRY(struct type, )

#define TAILQ_FIRST(head) ((head)->tqh_first)
#define TAILQ_EMPTY(head) (TAILQ_FIRST(head) == NULL)
#define TAILQ_NEXT(element, field) ((element)->field.tqe_next)
#define TAILQ_LAST(head, name) (*((struct name *)(head)->tqh_last)->tqh_last)
#define TAILQ_PREV(element, name, field) (*((struct name *)(element)->field.tqe_prev)->tqh_last)
#define TAILQ_FOREACH(element, head, field) \
    for ((element) = TAILQ_FIRST(head); (element); (element) = TAILQ_NEXT(element, field))
#define TAILQ_FOREACH_REVERSE(element, head, name, field) \
    for ((element) = TAILQ_LAST(head, name); (element); (element) = TAILQ_PREV(element, name, field))

#define TAILQ_INIT(head) do { \
    TAILQ_FIRST(head) = NULL; \
    (head)->tqh_last = &TAILQ_FIRST(head); \
} while (0)
#define TAILQ_INSERT_HEAD(head, element, field) do { \
    if ((TAILQ_NEXT(element, field) = TAILQ_FIRST(head)) != NULL) \
        TAILQ_FIRST(head)->field.tqe_prev = &TAILQ_NEXT(element, field); \
    else \
        (head)->tqh_last = &TAILQ_NEXT(element, field); \
    TAILQ_FIRST(head) = (element); \
    (element)->field.tqe_prev = &TAILQ_FIRST(head); \
} while (0)
#define TAILQ_INSERT_TAIL(head, element, field) do { \
    TAILQ_NEXT(element, field) = NULL; \
    (element)->field.tqe_prev = (head)->tqh_last; \
    *(head)->tqh_last = (element); \
    (head)->tqh_last = &TAILQ_NEXT(element, field); \
} while (0)
#define TAILQ_INSERT_AFTER(head, before, element, field) do { \
    if ((TAILQ_NEXT(element, field) = TAILQ_NEXT(before, field)) != NULL) \
        TAILQ_NEXT(element, field)->field.tqe_prev = &TAILQ_NEXT(element, field); \
    else \
        (head)->tqh_last = &TAILQ_NEXT(element, field); \
    TAILQ_NEXT(before, field) = (element); \
    (element)->field.tqe_prev = &TAILQ_NEXT(before, field); \
} while (0)
#define TAILQ_INSERT_BEFORE(after, element, field) do { \
    (element)->field.tqe_prev = (after)->field.tqe_prev; \
    TAILQ_NEXT(element, field) = (after); \
    *(after)->field.tqe_prev = (element); \
    (after)->field.tqe_prev = &TAILQ_NEXT(element, field); \
} while (0)
#define TAILQ_REMOVE(head, element, field) do { \
    if (TAILQ_NEXT(element, field) != NULL) \
        TAILQ_NEXT(element, field)->field.tqe_prev = (element)->field.tqe_prev; \
    else \
        (head)->tqh_last = (element)->field.tqe_prev; \
    *(element)->field.tqe_prev = TAILQ_NEXT(element, field); \
} while (0)
#define TAILQ_CONCAT(head, rest, field) do { \
    if (!TAILQ_EMPTY(rest)) { \
        *(head)->tqh_last = TAILQ_FIRST(rest); \
        TAILQ_FIRST(rest)->field.tqe_prev = (head)->tqh_last; \
        (head)->tqh_last = (rest)->tqh_last; \
        TAILQ_INIT(rest); \
    } \
} while (0)

/* CIRCLEQ: each element knows both neighbours; the ends lead back to the head. */

#define CIRCLEQ_HEAD(name, type) struct name { struct type *cqh_first; struct type *cqh_last; }
#define CIRCLEQ_HEAD_INITIALIZER(head) { (void *)&(head), (void *)&(head) }
#define CIRCLEQ_ENTRY(type) struct { struct type *cqe_next; struct type *cqe_prev; }

#define CIRCLEQ_FIRST(head) ((head)->cqh_first)
#define CIRCLEQ_LAST(head) ((head)->cqh_last)
#define CIRCLEQ_EMPTY(head) (CIRCLEQ_FIRST(head) == (void *)(head))
#define CIRCLEQ_NEXT(element, field) ((element)->field.cqe_next)
#define CIRCLEQ_PREV(element, field) ((element)->field.cqe_prev)
#define CIRCLEQ_LOOP_NEXT(head, element, field) \
    (CIRCLEQ_NEXT(element, field) == (void *)(head) ? CIRCLEQ_FIRST(head) : CIRCLEQ_NEXT(element, field))
#define CIRCLEQ_LOOP_PREV(head, element, field) \
    (CIRCLEQ_PREV(element, field) == (void *)(head) ? CIRCLEQ_LAST(head) : CIRCLEQ_PREV(element, field))
#define CIRCLEQ_FOREACH(element, head, field) \
    for ((element) = CIRCLEQ_FIRST(head); (element) != (const void *)(head); (element) = CIRCLEQ_NEXT(element, field))
#define CIRCLEQ_FOREACH_REVERSE(element, head, field) \
    for ((element) = CIRCLEQ_LAST(head); (element) != (const void *)(head); (element) = CIRCLEQ_PREV(element, field))

#define CIRCLEQ_INIT(head) do { \
    CIRCLEQ_FIRST(head) = (void *)(head); \
    CIRCLEQ_LAST(head) = (void *)(head); \
} while (0)
#define CIRCLEQ_INSERT_AFTER(head, before, element, field) do { \
    CIRCLEQ_NEXT(element, field) = CIRCLEQ_NEXT(before, field); \
    CIRCLEQ_PREV(element, field) = (before); \
    if (CIRCLEQ_NEXT(before, field) == (void *)(head)) \
        CIRCLEQ_LAST(head) = (element); \
    else \
        CIRCLEQ_PREV(CIRCLEQ_NEXT(before, field), field) = (element); \
    CIRCLEQ_NEXT(before, field) = (element); \
} while (0)
#define CIRCLEQ_INSERT_BEFORE(head, after, element, field) do { \
    CIRCLEQ_NEXT(element, field) = (after); \
    CIRCLEQ_PREV(element, field) = CIRCLEQ_PREV(after, field); \
    if (CIRCLEQ_PREV(after, field) == (void *)(head)) \
        CIRCLEQ_FIRST(head) = (element); \
    else \
        CIRCLEQ_NEXT(CIRCLEQ_PREV(after, field), field) = (element); \
    CIRCLEQ_PREV(after, field) = (element); \
} while (0)
#define CIRCLEQ_INSERT_HEAD(head, element, field) do { \
    CIRCLEQ_NEXT(element, field) = CIRCLEQ_FIRST(head); \
    CIRCLEQ_PREV(element, field) = (void *)(head); \
    if (CIRCLEQ_LAST(head) == (void *)(head)) \
        CIRCLEQ_LAST(head) = (element); \
    else \
        CIRCLEQ_PREV(CIRCLEQ_FIRST(head), field) = (element); \
    CIRCLEQ_FIRST(head) = (element); \
} while (0)
#define CIRCLEQ_INSERT_TAIL(head, element, field) do { \
    CIRCLEQ_NEXT(element, field) = (void *)(head); \
    CIRCLEQ_PREV(element, field) = CIRCLEQ_LAST(head); \
    if (CIRCLEQ_FIRST(head) == (void *)(head)) \
        CIRCLEQ_FIRST(head) = (element); \
    else \
        CIRCLEQ_NEXT(CIRCLEQ_LAST(head), field) = (element); \
    CIRCLEQ_LAST(head) = (element); \
} while (0)
#define CIRCLEQ_REMOVE(head, element, field) do { \
    if (CIRCLEQ_NEXT(element, field) == (void *)(head)) \
        CIRCLEQ_LAST(head) = CIRCLEQ_PREV(element, field); \
    else \
        CIRCLEQ_PREV(CIRCLEQ_NEXT(element, field), field) = CIRCLEQ_PREV(element, field); \
    if (CIRCLEQ_PREV(element, field) == (void *)(head)) \
        CIRCLEQ_FIRST(head) = CIRCLEQ_NEXT(element, field); \
    else \
        CIRCLEQ_NEXT(CIRCLEQ_PREV(element, field), field) = CIRCLEQ_NEXT(element, field); \
} while (0)

#endif
