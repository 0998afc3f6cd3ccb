package koord

import "context"

// DeviceSources says where devices of a machine are found.
type DeviceSources struct {
	NVMLLibrary string // with DevicesNVML: the library's path or name, "": libnvidia-ml.so.1
	SysfsRoot   string // with DevicesSysfs: the directory that holds sys/, "": /
	Checkpoint  []byte // kubelet_internal_checkpoint, nil: there is none
	Pods        []byte // the node's pods as JSON, nil: none are known
}

// DeviceReport is the Device object of the machine of a topology, which must be this one where flags ask. Errors: ErrInvalid,
// ErrIO, ErrUnsupported, ErrCorrupt, ErrLimit, ErrNoMemory, those of ctx.
func DeviceReport(ctx context.Context, log *Context, machine *Topology, options DeviceReportOptions, nodeName string,
	from DeviceSources) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	report, err := callDeviceReportToJSON(log, machine, options, nodeName, from.NVMLLibrary, from.SysfsRoot, from.Checkpoint,
		from.Pods)
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
func DeviceNodeResources(log *Context, device []byte, flags NodeResourcesFlags) ([]byte, error) {
	return callDeviceNodeResources(log, device, flags)
}

// FilterNRT says whether the NUMA zones of a node let kubelet's topology manager admit a pod. node is the Node (v1), nrt its
// NodeResourceTopology, nil: there is none. Errors: ErrInvalid (names object and field), ErrLimit, ErrNoMemory.
func FilterNRT(log *Context, pod *Pod, node, nrt []byte) (NRTVerdict, error) {
	return callNRTFilter(log, pod, node, nrt)
}

// ScoreNRT says how well a node suits a pod, 0..100. args are the plugin's NodeResourceTopologyMatchArgs, nil: its defaults.
// Errors: as FilterNRT.
func ScoreNRT(log *Context, pod *Pod, nrt, args []byte) (score int32, err error) {
	return callNRTScore(log, pod, nrt, args)
}
