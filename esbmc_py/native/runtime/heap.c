/* The heap: blocks lie apart and are not used again, so that whoever uses them after their life is found, except where
 * the counterexample has it that they are. */
#include "runtime.h"

#define ARENA ((size_t)1 << 32) /* of addresses; memory is taken when it is used */
#define GRAIN 16
#define APART 64
#define PC __builtin_return_address(0)

struct block {
    uintptr_t start;
    size_t size;
    int freed;
};

static uintptr_t arena, arena_next;
static struct block *blocks;
static size_t block_count;
static uint32_t *block_of; /* for each grain, the number of its block; 0: none */
static int lock; /* threads that have ended may still free something */

static void enter(void)
{
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
        ;
}

static void leave(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }

static void *reserve(size_t size)
{
    return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

int smtcb_in_heap(uintptr_t address) { return arena && address >= arena && address < arena_next; }

static struct block *find_block(uintptr_t address)
{
    uint32_t number = smtcb_in_heap(address) ? block_of[(address - arena) / GRAIN] : 0;

    return number ? &blocks[number] : NULL;
}

/* The memory of an object of the counterexample is given out again, or stays where it is. */
static void *give_again(int object)
{
    struct block *block = object >= 0 ? find_block(smtcb_objects[object].start) : NULL;

    if (!block)
        return NULL;
    block->freed = 0;
    return (void *)block->start;
}

static void *allocate(size_t size, size_t alignment, const char *name, void *pc)
{
    struct block *block;
    uintptr_t start;
    void *again;
    int object;

    smtcb_event(CALL, pc, NULL, 0, name);
    object = smtcb_next_allocation(name);
    enter();
    again = give_again(object);
    if (again) {
        leave();
        return again;
    }
    if (!arena) {
        arena = (uintptr_t)reserve(ARENA);
        block_of = reserve(ARENA / GRAIN * sizeof *block_of);
        blocks = reserve(((size_t)1 << 24) * sizeof *blocks);
        arena_next = arena;
        block_count = 1;
    }
    alignment = alignment < GRAIN ? GRAIN : alignment;
    start = (arena_next + APART + alignment - 1) / alignment * alignment;
    if (size > ARENA || start + size + APART > arena + ARENA || block_count >> 24) {
        leave();
        errno = ENOMEM;
        return NULL;
    }
    block = &blocks[block_count];
    *block = (struct block){start, size, 0};
    for (uintptr_t grain = start - APART; grain < start + size + APART; grain += GRAIN)
        block_of[(grain - arena) / GRAIN] = block_count;
    block_count++;
    arena_next = (start + size + APART) / GRAIN * GRAIN;
    leave();
    if (object >= 0) {
        smtcb_objects[object].start = start;
        smtcb_objects[object].native_size = size;
        smtcb_initialise(object, (void *)start, size);
    }
    return (void *)start;
}

static void wrong(const char *what, uintptr_t pc, uintptr_t address)
{
    smtcb_report("violation memory thread %d at %s: %s %p", smtcb_self ? smtcb_self->number : -1, smtcb_where(pc), what,
                 (void *)address);
    smtcb_violation();
}

void smtcb_check_heap(const struct event *event)
{
    struct block *block = find_block(event->address);

    if (!block)
        return;
    if (block->freed)
        wrong("use-after-free", event->pc, event->address);
    if (event->address < block->start || event->address + event->size > block->start + block->size)
        wrong("out-of-bounds", event->pc, event->address);
}

size_t smtcb_not_freed(void)
{
    size_t count = 0;

    for (size_t i = 1; i < block_count; i++)
        count += !blocks[i].freed;
    return count;
}

void __real_free(void *);
void *__real_realloc(void *, size_t);

static void release(void *address, void *pc)
{
    struct block *block = find_block((uintptr_t)address);

    if (!block) {
        if (smtcb_self)
            smtcb_self->last_pc = (uintptr_t)pc; /* the C library may have something against it */
        __real_free(address);
        return;
    }
    if (block->start != (uintptr_t)address)
        wrong("invalid-free", (uintptr_t)pc, (uintptr_t)address);
    if (block->freed)
        wrong("double-free", (uintptr_t)pc, (uintptr_t)address);
    block->freed = 1;
}

/* NULL where the counterexample lets an allocation fail. */
static int fails(const char *name)
{
    long long result = 1;

    return smtcb_next_input(name, &result, NULL) && result == 0;
}

void *__wrap_malloc(size_t size) { return fails("malloc") ? NULL : allocate(size, GRAIN, "malloc", PC); }

void *__wrap_calloc(size_t count, size_t size)
{
    void *address;
    size_t whole;

    if (fails("calloc") || __builtin_mul_overflow(count, size, &whole))
        return NULL;
    address = allocate(whole, GRAIN, "calloc", PC);
    if (address)
        memset(address, 0, whole);
    return address;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails("aligned_alloc") ? NULL : allocate(size, alignment, "aligned_alloc", PC);
}

int __wrap_posix_memalign(void **place, size_t alignment, size_t size)
{
    long long result = 0;
    void *address;

    smtcb_next_input("posix_memalign", &result, NULL);
    if (result)
        return (int)result;
    address = allocate(size, alignment, "posix_memalign", PC);
    if (!address)
        return ENOMEM;
    *place = address;
    return 0;
}

void *__wrap_memalign(size_t alignment, size_t size)
{
    return fails("memalign") ? NULL : allocate(size, alignment, "memalign", PC);
}

void *__wrap_realloc(void *old, size_t size)
{
    struct block *block = find_block((uintptr_t)old);
    void *fresh;

    if (old && !block)
        return __real_realloc(old, size);
    if (fails("realloc"))
        return NULL;
    fresh = allocate(size, GRAIN, "realloc", PC);
    if (fresh && block && fresh != old) {
        memcpy(fresh, old, block->size < size ? block->size : size);
        release(old, PC);
    }
    return fresh;
}

char *__wrap_strdup(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = fails("strdup") ? NULL : allocate(size, GRAIN, "strdup", PC);

    return copy ? memcpy(copy, text, size) : NULL;
}

void __wrap_free(void *address)
{
    struct block *block = find_block((uintptr_t)address);

    if (!address)
        return;
    smtcb_event(CALL, PC, address, block ? block->size : 1, "free");
    release(address, PC);
}
