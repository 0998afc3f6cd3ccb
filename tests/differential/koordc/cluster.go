package koordc

/*
#include <koord.h>
*/
import "C"

import "unsafe"

// Pod is a koord_pod.
type Pod struct {
	p  *C.koord_pod
	id int
}

func NewPod(document string) (p *Pod, err error) {
	defer told("NewPod", document)(&p, &err)
	p = &Pod{id: nextHandle()}
	var e C.koord_error
	c, n := text(document)
	st := C.koord_pod_from_json(nil, c, n, &p.p, &e)
	return p, fail(st, &e)
}

func (p *Pod) Free() {
	defer told("Pod.Free", p)()
	C.koord_pod_unref(p.p)
}

// Cluster is a koord_cluster.
type Cluster struct {
	p       *C.koord_cluster
	profile C.koord_profile
	id      int
}

// NewCluster takes a scheduler's configuration as JSON; empty: the defaults.
func NewCluster(profile int, configuration string, mostAllocatedDevices bool) (c *Cluster, err error) {
	defer told("NewCluster", profile, configuration, mostAllocatedDevices)(&c, &err)
	c = &Cluster{profile: profiles[profile], id: nextHandle()}
	var o C.koord_cluster_options
	o.struct_size = C.uint32_t(unsafe.Sizeof(o))
	o.profile = c.profile
	if mostAllocatedDevices {
		o.device_strategy = C.KOORD_DEVICE_STRATEGY_MOST_ALLOCATED
	}
	var e C.koord_error
	a, n := text(configuration)
	st := C.koord_cluster_new(nil, &o, a, n, &c.p, &e)
	return c, fail(st, &e)
}

func (c *Cluster) Free() {
	defer told("Cluster.Free", c)()
	C.koord_cluster_free(c.p)
}

func (c *Cluster) SetNode(document string) (node int, err error) {
	defer told("Cluster.SetNode", c, document)(&node, &err)
	var id C.uint32_t
	var e C.koord_error
	a, n := text(document)
	st := C.koord_cluster_set_node(c.p, a, n, &id, &e)
	return int(id), fail(st, &e)
}

func (c *Cluster) SetTopology(document string) (err error) {
	defer told("Cluster.SetTopology", c, document)(&err)
	var e C.koord_error
	a, n := text(document)
	return fail(C.koord_cluster_set_topology(c.p, a, n, nil, &e), &e)
}

func (c *Cluster) SetDevices(document string) (err error) {
	defer told("Cluster.SetDevices", c, document)(&err)
	var e C.koord_error
	a, n := text(document)
	return fail(C.koord_cluster_set_devices(c.p, a, n, nil, &e), &e)
}

func (c *Cluster) SetPod(p *Pod) (err error) {
	defer told("Cluster.SetPod", c, p)(&err)
	var e C.koord_error
	return fail(C.koord_cluster_set_pod(c.p, p.p, nil, &e), &e)
}

// SkipFit leaves the amounts of plain resources to the framework's own plugin.
const SkipFit = 1

// queryOf is what a call is asked under; nil: nothing in particular.
func queryOf(flags int) *C.koord_query {
	if flags&SkipFit == 0 {
		return nil
	}
	var q *C.koord_query
	C.koord_query_new(&q, nil)
	C.koord_query_set_flags(q, C.KOORD_QUERY_SKIP_FIT, nil)
	return q
}

func (c *Cluster) Judge(p *Pod, flags, node int) (r Refusal, score int, err error) {
	defer told("Cluster.Judge", c, p, flags, node)(&r, &score, &err)
	var cr C.koord_refusal
	var s C.int32_t
	var e C.koord_error
	q := queryOf(flags)
	defer C.koord_query_free(q)
	st := C.koord_cluster_judge(c.p, p.p, q, C.uint32_t(node), &cr, &s, &e)
	return refusal(&cr), int(s), fail(st, &e)
}

// Verdict is one row of Evaluate.
type Verdict struct {
	Node         int
	Reason       string
	Score        int
	Unresolvable bool
}

func (c *Cluster) Evaluate(p *Pod, flags int, capacity int) (verdicts []Verdict, err error) {
	defer told("Cluster.Evaluate", c, p, flags, capacity)(&verdicts, &err)
	rows := make([]C.koord_verdict, capacity)
	var out C.koord_evaluation
	var e C.koord_error
	q := queryOf(flags)
	defer C.koord_query_free(q)
	st := C.koord_cluster_evaluate(c.p, p.p, q, first(rows), C.size_t(unsafe.Sizeof(C.koord_verdict{})), C.size_t(capacity), &out, &e)
	if st != C.KOORD_OK {
		return nil, fail(st, &e)
	}
	verdicts = make([]Verdict, 0, out.count)
	for _, row := range rows[:out.count] {
		v := Verdict{Node: int(row.node), Score: int(row.score), Unresolvable: row.flags&C.KOORD_VERDICT_UNRESOLVABLE != 0}
		if row.reason != 0 {
			v.Reason = C.GoString(C.koord_reason_get_name(C.koord_reason(row.reason), c.profile))
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}

func (c *Cluster) Reserve(p *Pod, flags, node, words int) (out Set, r Refusal, err error) {
	defer told("Cluster.Reserve", c, p, flags, node, words)(&out, &r, &err)
	out = make(Set, words)
	var cr C.koord_refusal
	var e C.koord_error
	q := queryOf(flags)
	defer C.koord_query_free(q)
	st := C.koord_cluster_reserve(c.p, p.p, q, C.uint32_t(node), out.p(), C.size_t(words), &cr, &e)
	return out, refusal(&cr), fail(st, &e)
}

func (c *Cluster) RemovePod(uid string) (err error) {
	defer told("Cluster.RemovePod", c, uid)(&err)
	var e C.koord_error
	a, n := text(uid)
	return fail(C.koord_cluster_remove_pod(c.p, a, n, &e), &e)
}

func (c *Cluster) PodStatus(uid string) (document string, err error) {
	defer told("Cluster.PodStatus", c, uid)(&document, &err)
	var b *C.koord_buffer
	var e C.koord_error
	a, n := text(uid)
	st := C.koord_cluster_get_pod_status(c.p, a, n, &b, &e)
	return take(b), fail(st, &e)
}

func (c *Cluster) PodDevices(uid string) (document string, err error) {
	defer told("Cluster.PodDevices", c, uid)(&document, &err)
	var b *C.koord_buffer
	var e C.koord_error
	a, n := text(uid)
	st := C.koord_cluster_get_pod_devices(c.p, a, n, &b, &e)
	return take(b), fail(st, &e)
}

func (c *Cluster) PreBind(p *Pod) (document string, err error) {
	defer told("Cluster.PreBind", c, p)(&document, &err)
	var b *C.koord_buffer
	var e C.koord_error
	st := C.koord_cluster_prebind(c.p, p.p, 0, &b, &e)
	return take(b), fail(st, &e)
}
