#include <stdint.h>

/* Remarks of a context go to Go from now on; its address tells Go which. 0: silence. */
void go_forward_remarks(uintptr_t context, int wanted);
