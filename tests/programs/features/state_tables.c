/* A bank of finite-state machines driven by tables: enums, structs, pointers to functions and state together. */
#include <stdio.h>

typedef enum { IDLE, DIALLING, TALKING, STATES } state;
typedef enum { LIFT, DIAL, ANSWER, HANG_UP, EVENTS } event;
struct phone;
typedef state (*action)(struct phone *, int);
struct phone {
    state state;
    unsigned number;
    struct {
        unsigned calls : 8, seconds : 16, error : 1;
    } statistics;
    const char *last;
};

static state ignore(struct phone *p, int argument) {
    (void)argument;
    p->statistics.error = 1;
    p->last = __func__;
    return p->state;
}
static state lift(struct phone *p, int argument) {
    p->number = argument;
    p->last = __func__;
    return DIALLING;
}
static state dial(struct phone *p, int digit) {
    p->number = p->number * 10 + digit;
    p->last = __func__;
    return DIALLING;
}
static state answer(struct phone *p, int seconds) {
    p->statistics.calls++;
    p->statistics.seconds += seconds;
    p->last = __func__;
    return TALKING;
}
static state hang_up(struct phone *p, int argument) {
    (void)argument;
    p->last = __func__;
    return IDLE;
}
static const action table[STATES][EVENTS] = {
    [IDLE] = {[LIFT] = lift, [DIAL ... HANG_UP] = ignore},
    [DIALLING] = {ignore, dial, answer, hang_up},
    [TALKING] = {[LIFT] = ignore, ignore, ignore, [HANG_UP] = hang_up},
};

int main(void) {
    struct phone phones[2] = {{0}, {.state = DIALLING, .number = 7}};
    static const struct {
        unsigned char phone : 1;
        event event;
        int argument;
    } script[] = {{0, DIAL, 1}, {0, LIFT, 0}, {0, DIAL, 4}, {0, DIAL, 2}, {1, DIAL, 5}, {0, ANSWER, 40000}, {1, HANG_UP, 0},
                  {0, DIAL, 9}, {0, HANG_UP, 0}, {0, LIFT, 0}, {0, ANSWER, 40000}, {1, ANSWER, 1}};
    for (unsigned i = 0; i < sizeof script / sizeof *script; i++) {
        struct phone *p = phones + script[i].phone;
        p->state = table[p->state][script[i].event](p, script[i].argument);
        printf("%d %d %u %u %u %s\n", script[i].phone, p->state, p->number, p->statistics.calls, p->statistics.seconds, p->last);
    }
    return phones[0].statistics.error + 2 * phones[1].statistics.error + phones[0].state;
}
