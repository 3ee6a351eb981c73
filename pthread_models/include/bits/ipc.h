#include <sys/ipc.h>
