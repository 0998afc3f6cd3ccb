package gpuallocator

/*
#include <stdint.h>
int zz_best_set(int n, const int32_t *facts, uint64_t free, uint64_t required, int count, int mode, int64_t *out);
*/
import "C"

type zzPickResult struct {
	refusal                    int
	devices                    uint64
	score, leftover, partition int64
	exact                      bool
}

func zzBestSet(n int, facts []int32, free, required uint64, count, mode int) zzPickResult {
	var out [5]C.int64_t
	var p *C.int32_t
	if n > 0 {
		p = (*C.int32_t)(&facts[0])
	}
	r := C.zz_best_set(C.int(n), p, C.uint64_t(free), C.uint64_t(required), C.int(count), C.int(mode), &out[0])
	return zzPickResult{int(r), uint64(out[0]), int64(out[1]), int64(out[2]), int64(out[3]), out[4] != 0}
}
