// verdict: safe
// except: cseq cut
/* The lists of <sys/queue.h>, each taken through its insertions and removals. */
#include <assert.h>
#include <stddef.h>
#include <sys/queue.h>

struct node {
    int number;
    SLIST_ENTRY(node) single;
    LIST_ENTRY(node) list;
    STAILQ_ENTRY(node) tail;
    SIMPLEQ_ENTRY(node) simple;
    TAILQ_ENTRY(node) both;
    CIRCLEQ_ENTRY(node) circle;
};

SLIST_HEAD(singles, node) singles = SLIST_HEAD_INITIALIZER(singles);
LIST_HEAD(lists, node) lists = LIST_HEAD_INITIALIZER(lists);
STAILQ_HEAD(tails, node) tails = STAILQ_HEAD_INITIALIZER(tails), more;
SIMPLEQ_HEAD(simples, node) simples = SIMPLEQ_HEAD_INITIALIZER(simples);
TAILQ_HEAD(boths, node) boths = TAILQ_HEAD_INITIALIZER(boths), rest;
CIRCLEQ_HEAD(circles, node) circles = CIRCLEQ_HEAD_INITIALIZER(circles);

struct node a = {1}, b = {2}, c = {3}, d = {4}, *p;
int seen;

#define CHECK(walk, expected) \
    do { \
        seen = 0; \
        walk seen = seen * 10 + p->number; \
        assert(seen == (expected)); \
    } while (0)

static void test_single(void) {
    SLIST_INIT(&singles);
    assert(SLIST_EMPTY(&singles));
    SLIST_INSERT_HEAD(&singles, &b, single);
    SLIST_INSERT_HEAD(&singles, &a, single);
    SLIST_INSERT_AFTER(&b, &d, single);
    SLIST_INSERT_AFTER(&b, &c, single);
    CHECK(SLIST_FOREACH(p, &singles, single), 1234);
    SLIST_REMOVE(&singles, &c, node, single);
    SLIST_REMOVE(&singles, &a, node, single);
    CHECK(SLIST_FOREACH(p, &singles, single), 24);
    SLIST_REMOVE_HEAD(&singles, single);
    assert(SLIST_FIRST(&singles) == &d && SLIST_NEXT(&d, single) == 0);
}

static void test_list(void) {
    LIST_INIT(&lists);
    LIST_INSERT_HEAD(&lists, &c, list);
    LIST_INSERT_HEAD(&lists, &a, list);
    LIST_INSERT_AFTER(&a, &b, list);
    LIST_INSERT_AFTER(&c, &d, list);
    CHECK(LIST_FOREACH(p, &lists, list), 1234);
    LIST_REMOVE(&b, list);
    LIST_REMOVE(&d, list);
    LIST_REMOVE(&a, list);
    LIST_INSERT_BEFORE(&c, &d, list);
    LIST_INSERT_BEFORE(&c, &b, list);
    CHECK(LIST_FOREACH(p, &lists, list), 423);
    assert(!LIST_EMPTY(&lists) && LIST_FIRST(&lists) == &d && LIST_NEXT(&b, list) == &c);
}

static void test_tail(void) {
    STAILQ_INSERT_TAIL(&tails, &b, tail);
    STAILQ_INSERT_HEAD(&tails, &a, tail);
    STAILQ_INSERT_AFTER(&tails, &b, &c, tail);
    STAILQ_INIT(&more);
    STAILQ_INSERT_HEAD(&more, &d, tail);
    STAILQ_CONCAT(&tails, &more);
    assert(STAILQ_EMPTY(&more));
    CHECK(STAILQ_FOREACH(p, &tails, tail), 1234);
    STAILQ_REMOVE(&tails, &d, node, tail);
    STAILQ_REMOVE_HEAD(&tails, tail);
    STAILQ_INSERT_TAIL(&tails, &a, tail);
    CHECK(STAILQ_FOREACH(p, &tails, tail), 231);
    assert(STAILQ_FIRST(&tails) == &b && STAILQ_NEXT(&b, tail) == &c);
}

static void test_simple(void) {
    SIMPLEQ_INIT(&simples);
    assert(SIMPLEQ_EMPTY(&simples));
    SIMPLEQ_INSERT_HEAD(&simples, &a, simple);
    SIMPLEQ_INSERT_AFTER(&simples, &a, &b, simple);
    SIMPLEQ_INSERT_TAIL(&simples, &c, simple);
    CHECK(SIMPLEQ_FOREACH(p, &simples, simple), 123);
    SIMPLEQ_REMOVE(&simples, &c, node, simple);
    SIMPLEQ_REMOVE_HEAD(&simples, simple);
    SIMPLEQ_INSERT_TAIL(&simples, &d, simple);
    CHECK(SIMPLEQ_FOREACH(p, &simples, simple), 24);
    assert(SIMPLEQ_FIRST(&simples) == &b && SIMPLEQ_NEXT(&b, simple) == &d);
}

static void test_both(void) {
    TAILQ_INSERT_TAIL(&boths, &b, both);
    TAILQ_INSERT_HEAD(&boths, &a, both);
    TAILQ_INIT(&rest);
    TAILQ_INSERT_HEAD(&rest, &c, both);
    TAILQ_INSERT_AFTER(&rest, &c, &d, both);
    TAILQ_CONCAT(&boths, &rest, both);
    assert(TAILQ_EMPTY(&rest));
    CHECK(TAILQ_FOREACH(p, &boths, both), 1234);
    CHECK(TAILQ_FOREACH_REVERSE(p, &boths, boths, both), 4321);
    TAILQ_REMOVE(&boths, &d, both);
    TAILQ_REMOVE(&boths, &a, both);
    TAILQ_INSERT_BEFORE(&c, &d, both);
    CHECK(TAILQ_FOREACH(p, &boths, both), 243);
    assert(TAILQ_FIRST(&boths) == &b && TAILQ_LAST(&boths, boths) == &c);
    assert(TAILQ_NEXT(&d, both) == &c && TAILQ_PREV(&d, boths, both) == &b);
}

static void test_circle(void) {
    struct node *first = &a, *last = &d;
    CIRCLEQ_INIT(&circles);
    assert(CIRCLEQ_EMPTY(&circles));
    CIRCLEQ_INSERT_HEAD(&circles, &b, circle);
    CIRCLEQ_INSERT_TAIL(&circles, &d, circle);
    CIRCLEQ_INSERT_AFTER(&circles, &b, &c, circle);
    CIRCLEQ_INSERT_BEFORE(&circles, &b, &a, circle);
    CHECK(CIRCLEQ_FOREACH(p, &circles, circle), 1234);
    CHECK(CIRCLEQ_FOREACH_REVERSE(p, &circles, circle), 4321);
    assert(CIRCLEQ_LOOP_NEXT(&circles, last, circle) == &a && CIRCLEQ_LOOP_PREV(&circles, first, circle) == &d);
    CIRCLEQ_REMOVE(&circles, &a, circle);
    CIRCLEQ_REMOVE(&circles, &d, circle);
    CHECK(CIRCLEQ_FOREACH(p, &circles, circle), 23);
    assert(CIRCLEQ_FIRST(&circles) == &b && CIRCLEQ_LAST(&circles) == &c);
    assert(CIRCLEQ_NEXT(&b, circle) == &c && CIRCLEQ_PREV(&c, circle) == &b);
}

int main(void) {
    test_single();
    test_list();
    test_tail();
    test_simple();
    test_both();
    test_circle();
    return 0;
}
