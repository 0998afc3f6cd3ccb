#include <stdint.h>

/* Forwards the context's log messages to Go, which identifies the context by its address. wanted 0 stops forwarding. */
void go_forward_remarks(uintptr_t context, int wanted);
