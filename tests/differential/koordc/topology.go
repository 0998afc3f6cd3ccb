package koordc

/*
#include <koord.h>
*/
import "C"

import "unsafe"

// CPU is one row of a machine; -1: unknown.
type CPU struct{ CPU, Core, Socket, Node, L3 int }

// Topology is a koord_topology.
type Topology struct {
	p  *C.koord_topology
	id int
}

func NewTopology(cpus []CPU) (t *Topology, err error) {
	defer told("NewTopology", cpus)(&t, &err)
	rows := make([]C.koord_cpu, len(cpus))
	for i, c := range cpus {
		rows[i] = C.koord_cpu{cpu: C.int32_t(c.CPU), core: C.int32_t(c.Core), socket: C.int32_t(c.Socket),
			numa_node: C.int32_t(c.Node), l3: C.int32_t(c.L3), kernel_core: -1}
	}
	t = &Topology{id: nextHandle()}
	var e C.koord_error
	st := C.koord_topology_from_rows(first(rows), C.size_t(unsafe.Sizeof(C.koord_cpu{})), C.size_t(len(rows)), nil, 0, &t.p, &e)
	return t, fail(st, &e)
}

func TopologyFromJSON(document string) (t *Topology, err error) {
	defer told("TopologyFromJSON", document)(&t, &err)
	t = &Topology{id: nextHandle()}
	var e C.koord_error
	p, n := text(document)
	st := C.koord_topology_from_json(nil, p, n, &t.p, &e)
	return t, fail(st, &e)
}

func (t *Topology) JSON() (document string) {
	defer told("Topology.JSON", t)(&document)
	var b *C.koord_buffer
	C.koord_topology_to_json(t.p, &b, nil)
	return take(b)
}

func (t *Topology) Free() {
	defer told("Topology.Free", t)()
	C.koord_topology_unref(t.p)
}
