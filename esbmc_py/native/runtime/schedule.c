/* Who runs. One thread has the turn; it gives it up at events, as the plan says, and where it has to wait. */
#include "runtime.h"

void __real_exit(int) __attribute__((noreturn));

#define WINDOW 256 /* how far ahead an event is looked for among the operations of its thread */
#define NEAR 4 /* and how far, if its line is another one */
#define MOST_STRANGE 3000000 /* events in one turn that the counterexample does not have */
#define QUANTUM 2000 /* events of one thread in a row, once the plan is over */

struct task *smtcb_tasks[MOST_THREADS];
int smtcb_task_count;
__thread struct task *smtcb_self;
__thread int smtcb_inside;
unsigned long smtcb_progress;
struct task *volatile smtcb_running;

static int turn; /* of the plan; the number of turns once it is over */
static int cursor[MOST_THREADS]; /* for each thread, its first operation that nothing after it was matched with */
static int strange, in_a_row, dropped;
static int has_arrived[2], race_is_lost;

static void futex_wait(int *word)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
}

static void futex_wake(int *word)
{
    __atomic_store_n(word, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void smtcb_wait_for_turn(void)
{
    while (!__atomic_exchange_n(&smtcb_self->go, 0, __ATOMIC_SEQ_CST))
        futex_wait(&smtcb_self->go);
    smtcb_running = smtcb_self;
    smtcb_progress++;
}

struct task *smtcb_new_task(void)
{
    static struct task room[MOST_THREADS];
    struct task *task;

    if (smtcb_task_count == MOST_THREADS) {
        smtcb_report("broken more than %d threads", MOST_THREADS);
        _exit(98);
    }
    task = &room[smtcb_task_count];
    task->number = smtcb_task_count;
    smtcb_tasks[smtcb_task_count++] = task;
    return task;
}

static void other_way(int thread, uintptr_t pc, const char *why, const char *more)
{
    static int said;

    if (!said++)
        smtcb_report("diverged thread %d at %s: %s%s", thread, smtcb_where(pc), why, more);
}

static int is_cancelled(struct task *task) { return task->cancelled && !task->cancel_is_off && task->may_be_cancelled; }

static int is_over(void)
{
    return turn >= smtcb_turn_count;
}

static int is_ready(struct task *task)
{
    return !task->ended
           && (!task->ready || is_cancelled(task) || task->ready(task->awaited) || (is_over() && task->signals));
}

static int turn_is_done(void)
{
    struct turn *now = &smtcb_turns[turn];

    return !now->left || cursor[now->thread] > now->last;
}

/* --- matching events with operations --- */

static int inside(const struct object *object, uintptr_t address, size_t size)
{
    return address + size > object->start && address < object->start + (object->native_size ? object->native_size : 1);
}

static int in_known_object(uintptr_t address, size_t size)
{
    for (int i = 0; i < smtcb_object_count; i++)
        if (smtcb_objects[i].start && inside(&smtcb_objects[i], address, size))
            return 1;
    return 0;
}

static int is_there(const struct operation *operation, const struct event *event)
{
    const struct object *object;

    if (operation->object < -1)
        return 1;
    if (operation->object < 0)
        return !in_known_object(event->address, event->size) && !smtcb_in_heap(event->address);
    object = &smtcb_objects[operation->object];
    if (!object->start)
        return object->is_global ? object->native_size != 0 : smtcb_in_heap(event->address);
    if (!inside(object, event->address, event->size))
        return 0;
    if (object->size != object->native_size)
        return 1; /* laid out differently: library types have other sizes here */
    return event->address < object->start + operation->offset + operation->size
           && event->address + event->size > object->start + operation->offset;
}

static int is_same(const struct operation *operation, const struct event *event, int exactly)
{
    switch (event->kind) {
    case CALL:
        if (operation->kind == WRITE && operation->object < -1 && event->address)
            break; /* a race with a call that ends a life */
        if (operation->kind != CALL || strcmp(operation->name, event->name))
            return 0;
        break;
    case READ:
    case WRITE:
        if (operation->kind != event->kind || !is_there(operation, event))
            return 0;
        break;
    case ATOMIC:
        if ((operation->kind != READ && operation->kind != WRITE && operation->kind != ATOMIC)
            || !is_there(operation, event))
            return 0;
        break;
    default:
        return operation->kind == event->kind;
    }
    return !exactly || smtcb_is_place(event->pc, operation->place);
}

static struct operation *nth(int thread, int index)
{
    return &smtcb_operations[smtcb_of_thread[thread][index]];
}

static int lies_somewhere(int object) { return object >= 0 && smtcb_objects[object].start; }

/* The operation that an event is, or -1. Those left out just before come first (of the same line: the compiler chose
   another order), then the next ones. */
static int find(const struct event *event)
{
    int thread = smtcb_self->number, count = smtcb_of_thread_count[thread], from = cursor[thread], index;

    for (index = from - 2; index >= 0 && nth(thread, index)->place == nth(thread, from - 1)->place; index--) {
        if (nth(thread, index)->done)
            break;
        if (is_same(nth(thread, index), event, 1))
            return index;
    }
    for (index = from; index < count && index < from + WINDOW; index++)
        if (is_same(nth(thread, index), event, 1))
            return index;
    for (index = from; index < count && index < from + NEAR; index++)
        if (event->kind == CALL || lies_somewhere(nth(thread, index)->object))
            if (is_same(nth(thread, index), event, 0))
                return index;
    return -1;
}

static int is_of_thread_library(const char *name)
{
    return !strncmp(name, "pthread_", 8) || !strncmp(name, "sem_", 4) || !strncmp(name, "mtx_", 4)
           || !strncmp(name, "cnd_", 4) || !strncmp(name, "thrd_", 5);
}

/* Before the operation of a later turn, a call of this turn that no compiler leaves out: an access is not that
   operation then, but one more of those that the compiler makes (`++x == 2` reads x again at -O0). */
static int call_is_to_come(int found)
{
    int thread = smtcb_self->number;

    for (int index = cursor[thread]; index < found; index++) {
        const struct operation *operation = nth(thread, index);

        if (operation->turn <= turn && operation->kind == CALL && !operation->done && operation->counts
            && is_of_thread_library(operation->name))
            return 1;
    }
    return 0;
}

static void do_operation(int index)
{
    int thread = smtcb_self->number;
    struct operation *operation = nth(thread, index);

    operation->done = 1;
    if (operation->counts)
        smtcb_turns[operation->turn].left--;
    for (int skipped = cursor[thread]; skipped < index; skipped++)
        if (nth(thread, skipped)->counts && nth(thread, skipped)->kind != CALL)
            dropped++;
    if (index >= cursor[thread])
        cursor[thread] = index + 1;
}

/* --- signals --- */

int smtcb_is_planned(int thread, int number)
{
    for (int i = 0; i < smtcb_operation_count; i++)
        if (smtcb_operations[i].kind == SIGNAL && !smtcb_operations[i].done && atoi(smtcb_operations[i].name) == number
            && (thread < 0 || smtcb_operations[i].thread == thread))
            return 1;
    return 0;
}

/* Its next operation, if that is a signal that comes in this turn. */
static int signal_comes(struct task *task)
{
    int index = cursor[task->number];

    return !is_over() && smtcb_turns[turn].thread == task->number && index < smtcb_of_thread_count[task->number]
           && nth(task->number, index)->kind == SIGNAL && nth(task->number, index)->turn <= turn;
}

static void interrupt(int index, const struct event *event)
{
    struct operation *operation = nth(smtcb_self->number, index);
    int number = atoi(operation->name);

    do_operation(index);
    smtcb_self->signals &= ~(1UL << number);
    if (event && event->kind == CALL)
        if (!strcmp(event->name, "raise") || !strcmp(event->name, "kill") || !strcmp(event->name, "pthread_kill"))
            smtcb_self->ahead = number;
    smtcb_send_to_self(number);
}

/* --- choosing --- */

static int never(void *unused) { return (void)unused, 0; }

/* A thread before an assumption that does not hold stands still: no execution goes on there. */
void smtcb_stand_still(void *pc) { smtcb_wait_until(never, NULL, "the assumption holds", NULL, pc, 0); }

static void report_deadlock(void)
{
    for (int i = 0; i < smtcb_task_count; i++)
        if (!smtcb_tasks[i]->ended && smtcb_tasks[i]->ready == never) {
            smtcb_report("assumption thread %d at %s", i, smtcb_where(smtcb_tasks[i]->waits_at));
            smtcb_end_without_violation(96);
        }
    smtcb_report("violation deadlock%s", smtcb_expects_local ? " local" : "");
    for (int i = 0; i < smtcb_task_count; i++) {
        struct task *task = smtcb_tasks[i];

        if (!task->ended && task->ready && !task->ready(task->awaited))
            smtcb_report("blocked thread %d at %s: %s, held by %d", i, smtcb_where(task->waits_at), task->waits_for,
                         task->holder ? task->holder(task->awaited) : -1);
    }
    smtcb_violation();
}

static int is_blocked(int thread)
{
    struct task *task = thread < smtcb_task_count ? smtcb_tasks[thread] : NULL;

    return task && !task->ended && task->ready && !task->ready(task->awaited);
}

/* Those that wait for one another in the counterexample do so here, and each for another of them. */
static void look_for_local_deadlock(void)
{
    if (!smtcb_expects_local || !smtcb_blocked_count)
        return;
    for (int i = 0; i < smtcb_blocked_count; i++) {
        struct task *task;
        int holder, is_member = 0;

        if (!is_blocked(smtcb_blocked[i]))
            return;
        task = smtcb_tasks[smtcb_blocked[i]];
        holder = task->holder ? task->holder(task->awaited) : -1;
        for (int j = 0; j < smtcb_blocked_count; j++)
            is_member |= smtcb_blocked[j] == holder;
        if (!is_member)
            return;
    }
    report_deadlock();
}

/* Where the plan is over: who is needed for the violation, then whoever can go on. */
static struct task *choose_freely(void)
{
    int own = smtcb_self->number;

    for (int i = 0; i < smtcb_side_count && !race_is_lost; i++)
        if (!has_arrived[i]) {
            int thread = smtcb_sides[i].thread;

            if (thread < smtcb_task_count && is_ready(smtcb_tasks[thread]))
                return smtcb_tasks[thread];
            race_is_lost = 1;
        }
    for (int i = 0; i < smtcb_blocked_count; i++)
        if (smtcb_blocked[i] < smtcb_task_count && is_ready(smtcb_tasks[smtcb_blocked[i]]) && in_a_row < QUANTUM)
            return smtcb_tasks[smtcb_blocked[i]];
    look_for_local_deadlock();
    if (in_a_row < QUANTUM && is_ready(smtcb_self))
        return smtcb_self;
    in_a_row = 0;
    for (int i = 1; i <= smtcb_task_count; i++)
        if (is_ready(smtcb_tasks[(own + i) % smtcb_task_count]))
            return smtcb_tasks[(own + i) % smtcb_task_count];
    return NULL;
}

static struct task *choose(void)
{
    for (; !is_over(); turn++) {
        struct turn *now = &smtcb_turns[turn];
        struct task *task = now->thread < smtcb_task_count ? smtcb_tasks[now->thread] : NULL;

        strange = 0;
        if (task && (is_ready(task) || (!task->ended && signal_comes(task))) && !turn_is_done())
            return task;
        if (now->left && !turn_is_done() && cursor[now->thread] <= now->last) {
            if (!task)
                other_way(now->thread, smtcb_self->last_pc, "has not been created", "");
            else if (task->ended)
                other_way(now->thread, task->last_pc, "has ended already", "");
            else
                other_way(now->thread, task->waits_at, "still waits: ", task->waits_for);
        }
    }
    return choose_freely();
}

/* For debuggers: another thread goes on now. */
__attribute__((noinline)) void smtcb_switch(int from, int to) { __asm__ volatile("" : : "r"(from), "r"(to)); }

/* The caller gives up the turn, and comes back when it has it again. */
static void give_up_turn(void)
{
    struct task *next = choose();

    smtcb_progress++;
    if (!next) { /* waits with a deadline end before anybody waits for ever */
        for (int i = 0; i < smtcb_task_count && !next; i++)
            if (!smtcb_tasks[i]->ended && smtcb_tasks[i]->may_time_out == 1) {
                smtcb_tasks[i]->may_time_out = 2;
                smtcb_tasks[i]->ready = NULL;
                next = smtcb_tasks[i];
            }
    }
    if (!next)
        next = smtcb_alarm_wakes();
    if (!next) {
        int somebody = 0;

        for (int i = 0; i < smtcb_task_count; i++)
            somebody |= !smtcb_tasks[i]->ended;
        if (somebody)
            report_deadlock();
        __real_exit(0); /* as the last thread's end does, were it not for the one that watches */
    }
    if (next == smtcb_self)
        return;
    in_a_row = 0;
    smtcb_switch(smtcb_self->number, next->number);
    futex_wake(&next->go);
    if (!smtcb_self->ended)
        smtcb_wait_for_turn();
}

void smtcb_leave(void)
{
    smtcb_self->ended = 1;
    give_up_turn();
}

/* In a signal handler of a thread that has not come to an event for a while: a loop without one. If it is the others'
   turn, they get it. */
void smtcb_nudge(void)
{
    struct task *self = smtcb_self;

    if (!self || self != smtcb_running || smtcb_inside || self->ended || self->ready || self->sections)
        return;
    if (is_over())
        in_a_row = QUANTUM;
    else if (smtcb_turns[turn].thread == self->number && !turn_is_done() && !signal_comes(self))
        return;
    smtcb_event(CALL, (void *)self->last_pc, NULL, 0, "a loop without an event");
}

/* Nothing is planned here, and others may be waited for. */
void smtcb_yield(void)
{
    smtcb_progress++;
    if (!is_over())
        return;
    in_a_row = QUANTUM;
    give_up_turn();
}

/* 0: what was waited for is there; or why not. */
int smtcb_wait_until(int (*ready)(void *), void *awaited, const char *what, int (*holder)(void *), void *pc, int timed)
{
    struct task *self = smtcb_self;
    int how = 0;

    while (!ready(awaited)) {
        if (signal_comes(self) || (is_over() && self->signals)) {
            self->ready = NULL;
            if (signal_comes(self))
                interrupt(cursor[self->number], NULL);
            else
                smtcb_take_signals();
            continue;
        }
        if (self->may_time_out != 2)
            self->may_time_out = timed & 1;
        self->may_be_cancelled = timed & MAY_BE_CANCELLED;
        if (is_cancelled(self)) {
            how = CANCELLED;
            break;
        }
        self->ready = ready;
        self->awaited = awaited;
        self->waits_for = what;
        self->holder = holder;
        self->waits_at = (uintptr_t)pc;
        if (!is_over() && smtcb_turns[turn].thread == self->number) {
            if (!turn_is_done())
                other_way(self->number, (uintptr_t)pc, "has to wait: ", what);
            turn++;
        }
        if (is_over())
            look_for_local_deadlock();
        give_up_turn();
        if (self->may_time_out == 2) {
            how = TIME_IS_UP;
            break;
        }
    }
    self->ready = NULL;
    self->may_time_out = self->may_be_cancelled = 0;
    return how;
}

/* --- events --- */

static const char *doing(int kind)
{
    switch (kind) {
    case CALL:
        return "frees";
    case READ:
        return "reads";
    case WRITE:
        return "writes";
    default:
        return "operates atomically on";
    }
}

static void report_race(void)
{
    struct event *first = &smtcb_tasks[smtcb_sides[0].thread]->next;
    struct event *second = &smtcb_tasks[smtcb_sides[1].thread]->next;
    int overlap = first->address < second->address + second->size && second->address < first->address + first->size;

    if (!overlap) {
        other_way(smtcb_sides[1].thread, second->pc, "the two accesses are to different memory", "");
        race_is_lost = 1;
        return;
    }
#ifdef SMTCB_TSAN
    race_is_lost = 1; /* both go on: ThreadSanitizer says what it thinks of it */
    in_a_row = QUANTUM;
    return;
#endif
    smtcb_report("violation race");
    for (int i = 0; i < 2; i++) {
        struct event *side = i ? second : first;

        smtcb_report("access thread %d at %s: %s %zu bytes at %p", smtcb_sides[i].thread, smtcb_where(side->pc),
                     doing(side->kind), side->size, (void *)side->address);
    }
    smtcb_violation();
}

/* Whether the thread may go on; it waits here once it has come to its side of the race. */
static int goes_on_to_race(struct event *event)
{
    int is_side = 0;

    for (int i = 0; i < smtcb_side_count; i++) {
        if (smtcb_sides[i].thread != smtcb_self->number)
            continue;
        is_side = 1;
        if (is_same(&smtcb_sides[i], event, 1))
            has_arrived[i] = 1;
        else if (++in_a_row > QUANTUM)
            race_is_lost = 1;
        if (has_arrived[0] && has_arrived[1])
            report_race();
        if (has_arrived[i] && !race_is_lost) {
            give_up_turn();
            return race_is_lost;
        }
    }
    if (!is_side && !race_is_lost)
        give_up_turn();
    return is_side || race_is_lost;
}

/* In an atomic section: operations are done as they come. */
static void go_on(struct event *event)
{
    int found = is_over() || smtcb_turns[turn].thread != smtcb_self->number ? -1 : find(event);

    if (found >= 0)
        do_operation(found);
}

/* Does a signal come before the event, which is the operation `found` or none of the plan? */
static int is_interrupted(const struct event *event, int found)
{
    int thread = smtcb_self->number, until = found >= 0 ? found : cursor[thread] + 1;

    for (int index = cursor[thread]; index < until && index < smtcb_of_thread_count[thread]; index++) {
        const struct operation *operation = nth(thread, index);

        if (operation->kind != SIGNAL || operation->done || operation->size)
            continue;
        if (operation->turn > turn) {
            turn++;
            give_up_turn();
        } else {
            interrupt(index, event);
        }
        return 1;
    }
    return 0;
}

static void follow(struct event *event)
{
    if (smtcb_self->sections && smtcb_self->in_section) {
        go_on(event);
        return;
    }
    smtcb_self->in_section = smtcb_self->sections != 0; /* others may run before the first access of a section */
    for (;;) {
        int found;

        if (is_over()) {
            if (smtcb_self->signals)
                smtcb_take_signals();
            if (smtcb_side_count == 2 && !race_is_lost) {
                if (goes_on_to_race(event))
                    return;
                continue;
            }
            if (++in_a_row > QUANTUM || smtcb_blocked_count) {
                struct task *self = smtcb_self;

                if (choose_freely() != self)
                    give_up_turn();
            }
            return;
        }
        if (smtcb_turns[turn].thread != smtcb_self->number) {
            give_up_turn();
            continue;
        }
        found = find(event);
        if (is_interrupted(event, found))
            continue;
        if (found >= 0 && nth(smtcb_self->number, found)->turn <= turn) {
            do_operation(found);
            return;
        }
        if (found >= 0 && event->kind != CALL && event->address && call_is_to_come(found))
            found = -1;
        if (found >= 0 || turn_is_done() || event->kind == PROCESS_END) {
            if (!turn_is_done() && event->kind == PROCESS_END)
                other_way(smtcb_self->number, event->pc, "the process ends here", "");
            turn++;
            give_up_turn();
            continue;
        }
        if (event->kind != CALL && event->address && in_known_object(event->address, event->size))
            other_way(smtcb_self->number, event->pc, "an access that the counterexample does not have: ",
                      event->kind == READ ? "a read" : event->kind == WRITE ? "a write" : "an atomic operation");
        if (++strange > MOST_STRANGE) {
            other_way(smtcb_self->number, event->pc, "goes on for very long", "");
            turn++;
            continue;
        }
        return;
    }
}

void smtcb_event(int kind, void *pc, const volatile void *address, size_t size, const char *name)
{
    struct task *self = smtcb_self;

    if (!self || self->ended || smtcb_inside || (address && !smtcb_is_known(pc)))
        return;
    smtcb_inside = 1;
    smtcb_progress++;
    self->next = (struct event){kind, (uintptr_t)pc, (uintptr_t)address, size, name};
    follow(&self->next);
    if (address && kind != CALL)
        smtcb_check_heap(&self->next);
    self->last_pc = self->next.pc;
    self->next.kind = 0;
    self->next.pc = 0;
    smtcb_inside = 0;
}

int smtcb_is_over(void) { return is_over(); }

static void at_exit(int status, void *unused)
{
    (void)unused;
    if (dropped)
        smtcb_report("dropped %d", dropped);
    if (smtcb_not_freed())
        smtcb_report("not-freed %zu", smtcb_not_freed());
    smtcb_report("exited %d", status);
#ifdef SMTCB_IS_TEST
    fflush(NULL);
    _exit(0); /* nothing was violated */
#endif
}

void smtcb_start(void)
{
    if (smtcb_task_count)
        return;
    smtcb_inside = 1;
    smtcb_self = smtcb_new_task();
    smtcb_self->handle = pthread_self();
    smtcb_running = smtcb_self;
    on_exit(at_exit, NULL);
    smtcb_read_plan();
    smtcb_watch();
    smtcb_report("started");
    smtcb_inside = 0;
}
