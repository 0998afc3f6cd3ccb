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
	return newKubelet(t, 0, config, cpuState, memoryState, nil, "")
}

// NewKubeletOf starts a kubelet of version 1.minor.
func NewKubeletOf(t *Topology, minor int, config, cpuState, memoryState string) (k *Kubelet, err error) {
	defer told("NewKubeletOf", t, minor, config, cpuState, memoryState)(&k, &err)
	return newKubelet(t, minor, config, cpuState, memoryState, nil, "")
}

// Device is one that a plugin reports; Nodes as bits.
type Device struct {
	Resource, ID string
	Nodes        uint64
	Unhealthy    bool
}

// NewKubeletWithDevices starts one whose device plugins have registered.
func NewKubeletWithDevices(t *Topology, minor int, config, cpuState, memoryState string, devices []Device, deviceState string) (k *Kubelet, err error) {
	defer told("NewKubeletWithDevices", t, minor, config, cpuState, memoryState, devices, deviceState)(&k, &err)
	return newKubelet(t, minor, config, cpuState, memoryState, devices, deviceState)
}

func newKubelet(t *Topology, minor int, config, cpuState, memoryState string, devices []Device, deviceState string) (k *Kubelet, err error) {
	k = &Kubelet{id: nextHandle()}
	var e C.koord_error
	var setup *C.koord_kubelet_setup
	st := C.koord_kubelet_setup_new(nil, &setup, &e)
	defer C.koord_kubelet_setup_free(setup)
	if st == C.KOORD_OK {
		st = C.koord_kubelet_setup_set_version(setup, C.koord_kubelet_version(minor), &e)
	}
	if a, n := text(config); st == C.KOORD_OK {
		st = C.koord_kubelet_setup_set_config(setup, a, n, &e)
	}
	if a, n := text(cpuState); st == C.KOORD_OK {
		st = C.koord_kubelet_setup_set_cpu_state(setup, a, n, &e)
	}
	if a, n := text(memoryState); st == C.KOORD_OK {
		st = C.koord_kubelet_setup_set_memory_state(setup, a, n, &e)
	}
	if a, n := text(deviceState); st == C.KOORD_OK {
		st = C.koord_kubelet_setup_set_device_state(setup, a, n, &e)
	}
	for _, d := range devices {
		if st == C.KOORD_OK {
			resource, resourceLength := text(d.Resource)
			id, idLength := text(d.ID)
			var flags C.koord_plugin_device_flags
			if d.Unhealthy {
				flags = C.KOORD_PLUGIN_DEVICE_UNHEALTHY
			}
			st = C.koord_kubelet_setup_add_device(setup, resource, resourceLength, id, idLength, C.uint64_t(d.Nodes), flags, &e)
		}
	}
	if st == C.KOORD_OK {
		st = C.koord_kubelet_new(t.p, setup, &k.p, &e)
	}
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
	st := C.koord_kubelet_admit(k.p, p.p, 0, nil, &cr, &e)
	r = refusal(&cr)
	var buf [1024]C.char
	if cr.resource >= 0 && C.koord_kubelet_format_refusal(k.p, &cr, &buf[0], C.size_t(len(buf)), nil, nil) == C.KOORD_OK {
		r.Text = C.GoString(&buf[0])
	}
	return r, fail(st, &e)
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

func (k *Kubelet) DeviceState() (document string) {
	defer told("Kubelet.DeviceState", k)(&document)
	var b *C.koord_buffer
	C.koord_kubelet_get_device_state(k.p, &b, nil)
	return take(b)
}
