package koordc

/*
#define KOORD_EXPERIMENTAL
#include <koord.h>
*/
import "C"

import "unsafe"

// NRTNode is a koord_nrt_node.
type NRTNode struct{ p *C.koord_nrt_node }

// NewNRTNode takes documents; an empty nrt: the node has none.
func NewNRTNode(node, nrt string) (*NRTNode, error) {
	n := &NRTNode{}
	var e C.koord_error
	a, aLength := text(node)
	b, bLength := text(nrt)
	return n, fail(C.koord_nrt_node_from_json(nil, a, aLength, b, bLength, &n.p, &e), &e)
}

func (n *NRTNode) Free() { C.koord_nrt_node_unref(n.p) }

// Filter returns upstream's message in the refusal.
func (n *NRTNode) Filter(p *Pod) (Refusal, error) {
	var verdict C.koord_nrt_verdict
	verdict.struct_size = C.uint32_t(unsafe.Sizeof(verdict))
	var e C.koord_error
	st := C.koord_nrt_node_filter(n.p, p.p, &verdict, nil, 0, nil, &e)
	return refusal(&verdict.refusal), fail(st, &e)
}

// Score takes NodeResourceTopologyMatchArgs.
func (n *NRTNode) Score(p *Pod, arguments string) (int, error) {
	var score C.int32_t
	var e C.koord_error
	a, length := text(arguments)
	st := C.koord_nrt_node_score(n.p, p.p, a, length, &score, &e)
	return int(score), fail(st, &e)
}
