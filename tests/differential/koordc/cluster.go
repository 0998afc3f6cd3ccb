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

// Rows are verdicts as the library writes them. Who asks again and again keeps them.
type Rows []C.koord_verdict

func NewRows(capacity int) Rows { return make(Rows, capacity) }

// EvaluateInto is not recorded.
func (c *Cluster) EvaluateInto(p *Pod, flags int, rows Rows) (count int, err error) {
	var out C.koord_evaluation
	var e C.koord_error
	q := queryOf(flags)
	defer C.koord_query_free(q)
	st := C.koord_cluster_evaluate(c.p, p.p, q, first(rows), C.size_t(unsafe.Sizeof(C.koord_verdict{})), C.size_t(len(rows)), &out, &e)
	return int(out.count), fail(st, &e)
}

// Verdict is a row with names, as far as verdicts are compared.
func (c *Cluster) Verdict(rows Rows, row int) Verdict {
	r := rows[row]
	v := Verdict{Node: int(r.node), Score: int(r.score), Unresolvable: r.flags&C.KOORD_VERDICT_UNRESOLVABLE != 0}
	if r.reason != 0 {
		v.Reason = C.GoString(C.koord_reason_get_name(C.koord_reason(r.reason), c.profile))
	}
	return v
}

func (c *Cluster) Evaluate(p *Pod, flags int, capacity int) (verdicts []Verdict, err error) {
	defer told("Cluster.Evaluate", c, p, flags, capacity)(&verdicts, &err)
	rows := NewRows(capacity)
	count, err := c.EvaluateInto(p, flags, rows)
	if err != nil {
		return nil, err
	}
	verdicts = make([]Verdict, 0, count)
	for row := 0; row < count; row++ {
		verdicts = append(verdicts, c.Verdict(rows, row))
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
