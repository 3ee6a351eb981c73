/* The plan: what the counterexample does, as text that Python wrote. And what the tools of the compiler say about this
   program: which line each address belongs to (objdump --dwarf=decodedline), where its variables lie (nm -S). */
#include "runtime.h"

#ifndef SMTCB_IS_TEST /* a test has its plan with it */
__attribute__((weak)) extern const char smtcb_built_in_plan[];
#endif

struct place *smtcb_places;
struct object *smtcb_objects;
int smtcb_object_count;
struct operation *smtcb_operations;
int smtcb_operation_count;
int *smtcb_of_thread[MOST_THREADS];
int smtcb_of_thread_count[MOST_THREADS];
struct turn *smtcb_turns;
int smtcb_turn_count;
int smtcb_blocked[MOST_THREADS], smtcb_blocked_count, smtcb_expects_local;
const char *smtcb_expected = "nothing";
struct operation smtcb_sides[2];
int smtcb_side_count;

static int place_count;

/* The runtime's own memory: malloc is wrapped, and what it gives is counted. */
static void *take(size_t size)
{
    static char *room;
    static size_t left;
    void *taken;

    size = (size + 15) & ~(size_t)15;
    if (size > left) {
        left = size > (1 << 20) ? size : 1 << 20;
        room = mmap(NULL, left, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (room == MAP_FAILED)
            __real_abort();
    }
    taken = room;
    room += size;
    left -= size;
    return taken;
}

static void *grow(void *old, int count, size_t size)
{
    void *fresh;

    if (count & (count - 1)) /* room for the next power of two is there */
        return old;
    fresh = take((count ? 2 * count : 1) * size);
    if (count)
        memcpy(fresh, old, count * size);
    return fresh;
}

static char *contents(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    off_t size;
    char *text;

    if (file < 0)
        return NULL;
    size = lseek(file, 0, SEEK_END);
    lseek(file, 0, SEEK_SET);
    text = take(size + 1);
    for (off_t done = 0; done < size;) {
        ssize_t got = read(file, text + done, size - done);

        if (got <= 0)
            break;
        done += got;
    }
    close(file);
    return text;
}

static char *copied(const char *text, size_t length)
{
    char *copy = take(length + 1);

    memcpy(copy, text, length);
    return copy;
}

/* The next line of a text, which is cut there. */
static char *next_line(char **rest)
{
    char *line = *rest, *end;

    if (!line || !*line)
        return NULL;
    end = strchr(line, '\n');
    if (end)
        *end = 0;
    *rest = end ? end + 1 : line + strlen(line);
    return line;
}

/* --- lines of addresses --- */

struct row {
    uintptr_t address;
    int line; /* 0: what begins here has none */
    int file;
    int order;
};

static struct row *rows;
static int row_count;
static const char **files;
static int file_count;

static int file_number(const char *name, size_t length)
{
    for (int i = 0; i < file_count; i++)
        if (strlen(files[i]) == length && !memcmp(files[i], name, length))
            return i;
    files = grow(files, file_count, sizeof *files);
    files[file_count] = copied(name, length);
    return file_count++;
}

static int by_address(const void *left, const void *right)
{
    const struct row *a = left, *b = right;

    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    if (!a->line != !b->line)
        return a->line ? 1 : -1; /* the end of one stretch, then the beginning of the next */
    return a->order - b->order;
}

static char **sources;
static int source_count;

/* `CU: /home/me/prog.c:`, or `/home/me/prog.h:`: the lines of that file follow. */
static void keep_source(char *line)
{
    size_t length = strlen(line);

    if (length < 2 || line[length - 1] != ':' || !strchr(line, '/'))
        return;
    line[length - 1] = 0;
    if (!strncmp(line, "CU: ", 4))
        line += 4;
    sources = grow(sources, source_count, sizeof *sources);
    sources[source_count++] = line;
}

/* `prog.c   10   0x401272   1   x`: the name may have blanks in it. */
static void read_lines(char *text)
{
    char *line;

    while ((line = next_line(&text))) {
        char *address = strstr(line, " 0x"), *number;
        size_t length;

        if (!address) {
            keep_source(line);
            continue;
        }
        number = address;
        while (number > line && number[-1] == ' ')
            number--;
        while (number > line && number[-1] != ' ')
            number--;
        length = number - line;
        while (length && line[length - 1] == ' ')
            length--;
        if (!length)
            continue;
        rows = grow(rows, row_count, sizeof *rows);
        rows[row_count].address = strtoul(address + 1, NULL, 16);
        rows[row_count].line = atoi(number);
        rows[row_count].file = file_number(line, length);
        rows[row_count].order = row_count;
        row_count++;
    }
    qsort(rows, row_count, sizeof *rows, by_address);
}

static const struct row *row_of(uintptr_t pc)
{
    int low = 0, high = row_count;

    pc--; /* the call lies before the address that it returns to */
    while (low < high) {
        int middle = (low + high) / 2;

        if (rows[middle].address <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low && rows[low - 1].line ? &rows[low - 1] : NULL;
}

const char *smtcb_where(uintptr_t pc)
{
    static __thread char smtcb_place[300];
    const struct row *row = pc ? row_of(pc) : NULL;

    if (!row)
        return "?";
    snprintf(smtcb_place, sizeof smtcb_place, "%s:%d", files[row->file], row->line);
    return smtcb_place;
}

/* --- places: lines of the source as it was, found again in the source as it is --- */

/* For each file: the places that each of its lines may be. A line that has its old text is the old one; otherwise every
   line with that text may be it. */
struct alias {
    int file, line, place;
};

static struct alias *aliases;
static int alias_count;

static void add_alias(int file, int line, int place)
{
    aliases = grow(aliases, alias_count, sizeof *aliases);
    aliases[alias_count++] = (struct alias){file, line, place};
}

static int same_text(const char *line, size_t length, const char *text)
{
    while (length && (*line == ' ' || *line == '\t'))
        line++, length--;
    while (length && (line[length - 1] == ' ' || line[length - 1] == '\t' || line[length - 1] == '\r'))
        length--;
    return strlen(text) == length && !memcmp(line, text, length);
}

static void find_again(int place, const char *source)
{
    struct place *wanted = &smtcb_places[place];
    int file = file_number(wanted->file, strlen(wanted->file)), found = 0, pass;

    for (pass = 0; pass < 2 && source && wanted->text && !found; pass++) {
        const char *line = source;

        for (int number = 1; *line; number++) {
            size_t length = strcspn(line, "\n");

            if ((pass || number == wanted->line) && same_text(line, length, wanted->text)) {
                add_alias(file, number, place);
                found = 1;
            }
            line += length + (line[length] == '\n');
        }
    }
    if (!found)
        add_alias(file, wanted->line, place);
}

static int is_called(const char *path, const char *name)
{
    size_t length = strlen(path), end = strlen(name);

    return length >= end && !strcmp(path + length - end, name) && (length == end || path[length - end - 1] == '/');
}

static void find_places(void)
{
    for (int place = 0; place < place_count; place++) {
        char *source = NULL;

        for (int i = 0; i < source_count && !source; i++)
            if (is_called(sources[i], smtcb_places[place].file))
                source = contents(sources[i]);
        find_again(place, source);
    }
}

int smtcb_is_known(void *pc) { return row_of((uintptr_t)pc) != NULL; }

int smtcb_is_place(uintptr_t pc, int place)
{
    const struct row *row = row_of(pc);

    if (!row)
        return 0;
    for (int i = 0; i < alias_count; i++)
        if (aliases[i].place == place && aliases[i].file == row->file && aliases[i].line == row->line)
            return 1;
    return 0;
}

/* --- variables --- */

static struct error_function {
    uintptr_t start;
    const char *name;
} errors[4];
static int error_count;

const char *smtcb_error_function(uintptr_t start)
{
    for (int i = 0; i < error_count; i++)
        if (start == errors[i].start)
            return errors[i].name;
    return NULL;
}

/* `000000000040405c 0000000000000004 B counter`; a local static is `counter.0`. */
static void read_names(char *text)
{
    char *line;

    while ((line = next_line(&text))) {
        char *end, kind;
        uintptr_t start = strtoul(line, &end, 16);
        long size;
        const char *name;
        size_t length;

        if (*end != ' ' || !strchr("0123456789abcdef", end[1]))
            continue; /* no size */
        size = strtol(end, &end, 16);
        if (*end != ' ' || !end[1] || end[2] != ' ')
            continue;
        kind = end[1];
        name = end + 3;
        if ((kind == 'T' || kind == 't') && error_count < 4
            && (!strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error")))
            errors[error_count++] = (struct error_function){start, copied(name, strlen(name))};
        if (!strchr("bBdDrRsSgGvVC", kind))
            continue;
        length = strcspn(name, ".");
        for (int i = 0; i < smtcb_object_count; i++) {
            struct object *object = &smtcb_objects[i];

            if (!object->is_global || strlen(object->name) != length || memcmp(object->name, name, length))
                continue;
            /* two of one name cannot be told apart */
            object->start = object->native_size ? 0 : start;
            object->native_size = size;
        }
    }
}

/* --- inputs, allocations --- */

struct given {
    int thread;
    const char *name;
    long long number;
    double real;
    int object;
    int used;
};

static struct given *inputs, *allocations;
static int input_count, allocation_count;

struct contents {
    int object;
    long offset;
    int size;
    unsigned long long value;
};

static struct contents *first_contents;
static int contents_count;
static const char **arguments;
static int argument_count = -1;

static struct given *next_of(struct given *list, int count, const char *name)
{
    int thread = smtcb_self ? smtcb_self->number : 0;

    for (int i = 0; i < count; i++)
        if (!list[i].used && list[i].thread == thread && !strcmp(list[i].name, name)) {
            list[i].used = 1;
            return &list[i];
        }
    return NULL;
}

int smtcb_next_input(const char *name, long long *number, double *real)
{
    struct given *given = next_of(inputs, input_count, name);

    if (given && number)
        *number = given->number;
    if (given && real)
        *real = given->real;
    return given != NULL;
}

int smtcb_next_allocation(const char *name)
{
    struct given *given = next_of(allocations, allocation_count, name);

    return given ? given->object : -1;
}

/* What the counterexample finds in memory that nobody has written to. */
void smtcb_initialise(int object, void *start, size_t size)
{
    for (int i = 0; i < contents_count; i++) {
        struct contents *one = &first_contents[i];

        if (one->object == object && one->offset >= 0 && one->offset + one->size <= (long)size && one->size <= 8)
            memcpy((char *)start + one->offset, &one->value, one->size);
    }
}

int smtcb_argc(int argc)
{
    return argument_count < 0 ? argc : argument_count + 1;
}

char **smtcb_argv(char **argv)
{
    char **given;

    if (argument_count < 0)
        return argv;
    given = take((argument_count + 2) * sizeof *given);
    given[0] = argv[0];
    for (int i = 0; i < argument_count; i++)
        given[i + 1] = (char *)arguments[i];
    return given;
}

/* --- the text --- */

static char *word(char **rest)
{
    char *begin = *rest, *end;

    while (*begin == ' ')
        begin++;
    end = begin + strcspn(begin, " ");
    *rest = *end ? end + 1 : end;
    return copied(begin, end - begin);
}

static long number(char **rest)
{
    return strtol(word(rest), NULL, 0);
}

static struct operation read_operation(char **rest)
{
    struct operation one = {0};

    one.thread = number(rest);
    one.kind = word(rest)[0];
    one.place = number(rest);
    one.object = number(rest);
    one.offset = number(rest);
    one.size = number(rest);
    one.counts = number(rest);
    one.name = word(rest);
    return one;
}

static void add_operation(struct operation one)
{
    int *list = smtcb_of_thread[one.thread];
    int count = smtcb_of_thread_count[one.thread];

    if (!smtcb_turn_count || smtcb_turns[smtcb_turn_count - 1].thread != one.thread) {
        smtcb_turns = grow(smtcb_turns, smtcb_turn_count, sizeof *smtcb_turns);
        smtcb_turns[smtcb_turn_count++] = (struct turn){one.thread, 0, 0};
    }
    one.turn = smtcb_turn_count - 1;
    smtcb_turns[one.turn].last = count;
    smtcb_turns[one.turn].left += one.counts;
    smtcb_of_thread[one.thread] = list = grow(list, count, sizeof *list);
    list[count] = smtcb_operation_count;
    smtcb_of_thread_count[one.thread] = count + 1;
    smtcb_operations = grow(smtcb_operations, smtcb_operation_count, sizeof *smtcb_operations);
    smtcb_operations[smtcb_operation_count++] = one;
}

static struct given read_given(char **rest)
{
    struct given one = {.object = -1};

    one.thread = number(rest);
    one.name = word(rest);
    return one;
}

static char *decoded(const char *hexadecimal)
{
    size_t length = strlen(hexadecimal) / 2;
    char *bytes = take(length + 1);

    for (size_t i = 0; i < length; i++) {
        char pair[3] = {hexadecimal[2 * i], hexadecimal[2 * i + 1], 0};

        bytes[i] = (char)strtol(pair, NULL, 16);
    }
    return bytes;
}

static void read_statement(char *rest)
{
    char *what = word(&rest);

    if (!strcmp(what, "place")) {
        struct place place = {0};

        place.line = number(&rest);
        place.file = decoded(word(&rest));
        place.text = *rest ? rest : NULL;
        smtcb_places = grow(smtcb_places, place_count, sizeof place);
        smtcb_places[place_count++] = place;
    } else if (!strcmp(what, "object")) {
        struct object object = {0};

        object.is_global = !strcmp(word(&rest), "global");
        object.size = number(&rest);
        object.name = word(&rest);
        smtcb_objects = grow(smtcb_objects, smtcb_object_count, sizeof object);
        smtcb_objects[smtcb_object_count++] = object;
    } else if (!strcmp(what, "op")) {
        struct operation one = read_operation(&rest);

        if (one.thread >= 0 && one.thread < MOST_THREADS)
            add_operation(one);
    } else if (!strcmp(what, "side")) {
        if (smtcb_side_count < 2)
            smtcb_sides[smtcb_side_count++] = read_operation(&rest);
    } else if (!strcmp(what, "input")) {
        struct given one = read_given(&rest);
        char *value = word(&rest);

        one.real = strtod(value, NULL);
        if (strpbrk(value, ".enf"))
            one.number = (long long)one.real;
        else
            one.number = value[0] == '-' ? strtoll(value, NULL, 10) : (long long)strtoull(value, NULL, 10);
        inputs = grow(inputs, input_count, sizeof one);
        inputs[input_count++] = one;
    } else if (!strcmp(what, "allocation")) {
        struct given one = read_given(&rest);

        one.object = number(&rest);
        allocations = grow(allocations, allocation_count, sizeof one);
        allocations[allocation_count++] = one;
    } else if (!strcmp(what, "contents")) {
        struct contents one;

        one.object = number(&rest);
        one.offset = number(&rest);
        one.size = number(&rest);
        one.value = strtoull(word(&rest), NULL, 0);
        first_contents = grow(first_contents, contents_count, sizeof one);
        first_contents[contents_count++] = one;
    } else if (!strcmp(what, "arguments")) {
        argument_count = 0;
    } else if (!strcmp(what, "argument")) {
        arguments = grow(arguments, argument_count, sizeof *arguments);
        arguments[argument_count++] = decoded(word(&rest));
    } else if (!strcmp(what, "variable")) {
        char *name = decoded(word(&rest));

        if (*rest == '-')
            unsetenv(name);
        else
            setenv(name, decoded(word(&rest)), 1);
    } else if (!strcmp(what, "expect")) {
        smtcb_expected = word(&rest);
        smtcb_expects_local = *rest == 'l';
    } else if (!strcmp(what, "blocked")) {
        if (smtcb_blocked_count < MOST_THREADS)
            smtcb_blocked[smtcb_blocked_count++] = number(&rest);
    }
}

static char *beside(const char *variable, const char *ending)
{
    const char *path = getenv(variable);
    char own[PATH_MAX];
    ssize_t length;

    if (path)
        return contents(path);
    length = readlink("/proc/self/exe", own, sizeof own - 16);
    if (length <= 0)
        return NULL;
    strcpy(own + length, ending);
    return contents(own);
}

void smtcb_read_plan(void)
{
    char *plan = getenv("SMTCB_PLAN") ? contents(getenv("SMTCB_PLAN")) : NULL;
    char *lines = beside("SMTCB_LINES", ".lines"), *names = beside("SMTCB_NAMES", ".names"), *line;

    if (!plan && smtcb_built_in_plan)
        plan = copied(smtcb_built_in_plan, strlen(smtcb_built_in_plan));
    if (!plan)
        plan = beside("SMTCB_PLAN", ".plan");
    if (!plan || !lines || !names) {
        smtcb_report("broken the plan, or the lines and names of the program, cannot be read");
        _exit(98);
    }
    while ((line = next_line(&plan)))
        read_statement(line);
    read_lines(lines);
    read_names(names);
    find_places();
}
