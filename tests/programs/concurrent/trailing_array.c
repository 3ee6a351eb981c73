// verdict: safe
/* Arrays at the end of what a pointer leads to have more room than their types say: also in unions, without a name. */
#include <assert.h>
#include <stdlib.h>

struct message {
    int length;
    union {
        short words[1];
        char bytes[1];
    } body;
};

struct list {
    int length;
    union {
        int items[1];
        char *name;
    };
};

union room {
    struct message head;
    char all[32];
};

int main(void)
{
    struct message *message = malloc(sizeof *message + 16);
    struct list *list = malloc(sizeof *list + 16);
    union room room;
    volatile int last = 5;

    message->body.words[last] = 1;
    message[0].body.bytes[last + 5] = 2;
    (*message).body.bytes[last - 5] = 3;
    list->items[last - 2] = 4;
    room.head.body.bytes[last] = 5;
    assert(list->items[3] == 4);
    free(message);
    free(list);
    return room.all[9] - 5;
}
