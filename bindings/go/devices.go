package koord

import "context"

// NewDeviceReport makes what the Device object of a machine is made from. Remarks of its calls go to log, which may be nil.
// Errors: ErrInvalid, ErrNoMemory.
func NewDeviceReport(log *Diagnostics, flags DeviceReportFlags) (*DeviceReport, error) {
	made, err := callDeviceReportNew(log, flags)
	if err == nil {
		made.log = log
	}
	return made, err
}

// SetNVMLLibrary names the library of DeviceReportNVML, by its path or as the loader looks it up; "": libnvidia-ml.so.1.
// Errors: ErrInvalid, ErrNoMemory.
func (r *DeviceReport) SetNVMLLibrary(library string) error {
	return callDeviceReportSetNVMLLibrary(r, library)
}

// SetSysfsRoot names the directory that holds sys/ for DeviceReportSysfs; "": /. Errors: ErrInvalid, ErrNoMemory.
func (r *DeviceReport) SetSysfsRoot(root string) error { return callDeviceReportSetSysfsRoot(r, root) }

// SetCheckpoint reads kubelet's kubelet_internal_checkpoint; nil: there is none. Errors: ErrInvalid (names the field),
// ErrCorrupt, ErrLimit, ErrNoMemory.
func (r *DeviceReport) SetCheckpoint(checkpoint []byte) error {
	return callDeviceReportSetCheckpoint(r, checkpoint)
}

// SetPods reads the node's pods as JSON; nil: none are known. Errors: ErrInvalid (names the field), ErrLimit, ErrNoMemory.
func (r *DeviceReport) SetPods(pods []byte) error {
	err := callDeviceReportSetPods(r, pods)
	r.log.deliver()
	return err
}

// JSON is the Device object of the machine of a topology, which must be this one where flags ask. Errors: ErrInvalid, ErrIO,
// ErrUnsupported, ErrCorrupt, ErrLimit, ErrNoMemory, those of ctx.
func (r *DeviceReport) JSON(ctx context.Context, machine *Topology, nodeName string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	report, err := callDeviceReportToJSON(r, machine, nodeName)
	r.log.deliver()
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return report, nil
}

// DeviceNodeResources is what a node offers by its Device object: resources and labels, as JSON. Errors: ErrInvalid (names
// the field), ErrLimit, ErrNoMemory.
func DeviceNodeResources(log *Diagnostics, device []byte, flags NodeResourcesFlags) ([]byte, error) {
	return callDeviceNodeResources(log, device, flags)
}

// NRTNodeFromJSON reads a node as NodeResourceTopologyMatch sees it. node is the Node (v1), nrt its NodeResourceTopology,
// nil: there is none. Errors: ErrInvalid (names object and field), ErrLimit, ErrNoMemory.
func NRTNodeFromJSON(log *Diagnostics, node, nrt []byte) (*NRTNode, error) {
	return callNRTNodeFromJSON(log, node, nrt)
}

// Filter says whether the NUMA zones of a node let kubelet's topology manager admit a pod; resource is what is missing, ""
// where it passes. Errors: ErrInvalid, ErrLimit, ErrNoMemory.
func (n *NRTNode) Filter(pod *Pod) (verdict NRTVerdict, resource string, err error) {
	resource, err = textOf(func(text []byte) (needed int, err error) {
		verdict, needed, err = callNRTNodeFilter(n, pod, text)
		return needed, err
	})
	return verdict, resource, err
}

// Score says how well a node suits a pod, 0..100. args are the plugin's NodeResourceTopologyMatchArgs, nil: its defaults.
// Errors: ErrInvalid (names the field), ErrLimit, ErrNoMemory.
func (n *NRTNode) Score(pod *Pod, args []byte) (score int32, err error) {
	return callNRTNodeScore(n, pod, args)
}
