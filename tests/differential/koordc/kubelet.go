package koordc

/*
#include <koord.h>
*/
import "C"

// Kubelet is a koord_kubelet: its three managers.
type Kubelet struct {
	p  *C.koord_kubelet
	id int
}

func NewKubelet(t *Topology, config, cpuState, memoryState string) (k *Kubelet, err error) {
	defer told("NewKubelet", t, config, cpuState, memoryState)(&k, &err)
	k = &Kubelet{id: nextHandle()}
	var e C.koord_error
	a, an := text(config)
	b, bn := text(cpuState)
	d, dn := text(memoryState)
	st := C.koord_kubelet_new(nil, t.p, a, an, b, bn, d, dn, &k.p, &e)
	return k, fail(st, &e)
}

func (k *Kubelet) Free() {
	defer told("Kubelet.Free", k)()
	C.koord_kubelet_free(k.p)
}

func (k *Kubelet) Admit(p *Pod) (r Refusal, err error) {
	defer told("Kubelet.Admit", k, p)(&r, &err)
	var cr C.koord_refusal
	var e C.koord_error
	st := C.koord_kubelet_admit(k.p, p.p, 0, nil, 0, 0, nil, nil, 0, &cr, &e)
	return refusal(&cr), fail(st, &e)
}

func (k *Kubelet) Remove(uid string) (err error) {
	defer told("Kubelet.Remove", k, uid)(&err)
	var e C.koord_error
	a, n := text(uid)
	return fail(C.koord_kubelet_remove_pod(k.p, a, n, nil, &e), &e)
}

func (k *Kubelet) CPUState() (document string) {
	defer told("Kubelet.CPUState", k)(&document)
	var b *C.koord_buffer
	C.koord_kubelet_get_cpu_state(k.p, &b, nil)
	return take(b)
}

func (k *Kubelet) MemoryState() (document string) {
	defer told("Kubelet.MemoryState", k)(&document)
	var b *C.koord_buffer
	C.koord_kubelet_get_memory_state(k.p, &b, nil)
	return take(b)
}
