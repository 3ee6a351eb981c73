#include <sys/shm.h>
