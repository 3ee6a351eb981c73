#include <sys/sem.h>
