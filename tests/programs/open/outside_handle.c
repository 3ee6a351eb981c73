// verdict: safe
/* A pointer that it gives can be compared and handed back; nobody has to know what is behind it. */
#include <assert.h>
#include <stddef.h>

struct connection;

struct connection *open_connection(const char *name);
int send_over(struct connection *connection, const char *text);
void close_connection(struct connection *connection);

int main(void)
{
    struct connection *connection = open_connection("name");
    int sent = 0;

    if (connection != NULL) {
        sent = 1;
        send_over(connection, "text");
        close_connection(connection);
    }
    assert(sent == (connection != NULL));
    return 0;
}
