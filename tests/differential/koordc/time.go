package koordc

/*
#include <time.h>
*/
import "C"

import "time"

// ProcessorTime returns the processor time of this process so far, Go's garbage collector included.
func ProcessorTime() time.Duration {
	var now C.struct_timespec
	C.clock_gettime(C.CLOCK_PROCESS_CPUTIME_ID, &now)
	return time.Duration(now.tv_sec)*time.Second + time.Duration(now.tv_nsec)
}
