/* Customers order from a warehouse. BUG: stock is looked up and taken in two steps. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PRODUCTS 3
#define CUSTOMERS 3
#define ORDERS 4

struct product {
    const char *name;
    int stock;
    int reserved;
    int sold;
};

struct order {
    const char *product;
    int quantity;
};

static struct product products[PRODUCTS] = {
    {"bolt", 10, 0, 0},
    {"nut", 8, 0, 0},
    {"washer", 5, 0, 0},
};
static pthread_mutex_t warehouse = PTHREAD_MUTEX_INITIALIZER;

static struct product *find_product(const char *name)
{
    for (int i = 0; i < PRODUCTS; i++)
        if (strcmp(products[i].name, name) == 0)
            return &products[i];
    return NULL;
}

static int in_stock(struct product *p, int quantity)
{
    int result;

    pthread_mutex_lock(&warehouse);
    result = p->stock - p->reserved >= quantity;
    pthread_mutex_unlock(&warehouse);
    return result;
}

static int reserve(const struct order *o)
{
    struct product *p = find_product(o->product);

    if (!p || o->quantity <= 0)
        return -1;
#ifdef BUG
    if (!in_stock(p, o->quantity))
        return -1;
    pthread_mutex_lock(&warehouse);
#else
    (void)in_stock;
    pthread_mutex_lock(&warehouse);
    if (p->stock - p->reserved < o->quantity) {
        pthread_mutex_unlock(&warehouse);
        return -1;
    }
#endif
    p->reserved += o->quantity;
    pthread_mutex_unlock(&warehouse);
    return 0;
}

static void ship(const struct order *o)
{
    struct product *p = find_product(o->product);

    pthread_mutex_lock(&warehouse);
    p->reserved -= o->quantity;
    p->stock -= o->quantity;
    p->sold += o->quantity;
    assert(p->stock >= 0);
    pthread_mutex_unlock(&warehouse);
}

static void *customer(void *arg)
{
    const struct order *orders = arg;

    for (int i = 0; i < ORDERS; i++) {
        if (reserve(&orders[i]) == 0)
            ship(&orders[i]);
        else
            printf("no %d of %s\n", orders[i].quantity, orders[i].product);
    }
    return NULL;
}

int main(void)
{
    static const struct order orders[CUSTOMERS][ORDERS] = {
        {{"bolt", 4}, {"nut", 4}, {"washer", 2}, {"screw", 1}},
        {{"nut", 3}, {"bolt", 5}, {"washer", 3}, {"nut", 0}},
        {{"washer", 2}, {"nut", 2}, {"bolt", 3}, {"bolt", 1}},
    };
    pthread_t threads[CUSTOMERS];

    for (int i = 0; i < CUSTOMERS; i++)
        if (pthread_create(&threads[i], NULL, customer, (void *)orders[i]) != 0) {
            perror("pthread_create");
            exit(EXIT_FAILURE);
        }
    for (int i = 0; i < CUSTOMERS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < PRODUCTS; i++) {
        printf("%s: %d left, %d sold\n", products[i].name, products[i].stock, products[i].sold);
        assert(products[i].reserved == 0);
    }
    return EXIT_SUCCESS;
}
