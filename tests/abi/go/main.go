// Picks CPUs through cgo with every array in Go memory, as a scheduler plugin would.
package main

/*
#include <koord.h>
*/
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

func check(status C.koord_status, err *C.koord_error) {
	if status != C.KOORD_OK {
		fmt.Fprintln(os.Stderr, "koord:", C.GoString(&err.message[0]))
		os.Exit(1)
	}
}

func main() {
	var err C.koord_error
	if C.koord_version()>>16 != C.KOORD_VERSION_MAJOR {
		fmt.Fprintln(os.Stderr, "koord: another major version")
		os.Exit(1)
	}

	const cpus = 128 // two sockets of 32 cores, two threads each: siblings are 64 apart
	rows := make([]C.koord_cpu, cpus)
	for i := range rows {
		core := i % (cpus / 2)
		socket := core / 32
		rows[i] = C.koord_cpu{cpu: C.int32_t(i), core: C.int32_t(core), socket: C.int32_t(socket),
			numa_node: C.int32_t(socket), l3: C.int32_t(core / 8), kernel_core: -1}
	}
	var topology *C.koord_topology
	check(C.koord_topology_from_rows(&rows[0], C.sizeof_koord_cpu, cpus, nil, 0, &topology, &err), &err)
	defer C.koord_topology_unref(topology)

	words := make([]C.uint64_t, 2)
	list := []byte("4-63,68-127")
	check(C.koord_cpulist_parse((*C.char)(unsafe.Pointer(&list[0])), C.size_t(len(list)), &words[0], 2, &err), &err)

	var request C.koord_cpu_request
	request.struct_size = C.sizeof_koord_cpu_request
	request.bind_policy = C.KOORD_BIND_POLICY_FULL_PCPUS
	request.cpus = 8
	request.words = 2
	picked := make([]C.uint64_t, 2)
	var refusal C.koord_refusal
	check(C.koord_cpu_pick(topology, &request, &words[0], nil, nil, &picked[0], &refusal, &err), &err)

	text := make([]byte, 64)
	var needed C.size_t
	check(C.koord_cpulist_format(&picked[0], 2, (*C.char)(unsafe.Pointer(&text[0])), C.size_t(len(text)), &needed, &err), &err)
	fmt.Printf("Go picked CPUs %s\n", text[:needed])
	if refusal.reason != C.KOORD_REASON_NONE || string(text[:needed]) != "4-7,68-71" {
		os.Exit(1)
	}
}
