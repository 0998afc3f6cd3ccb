package objects

import (
	"math"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// maxNUMANode is Linux's largest NUMA node number.
const maxNUMANode = 1023

// FillDevice resets a builder and fills it with a Device. Errors: koord.ErrInvalid (names object
// and field: a number or an amount out of range).
func FillDevice(b *koord.DeviceBuilder, device *apis.Device) error {
	const op = "objects.FillDevice"
	b.Reset()
	if device == nil {
		return invalid(op, "device: is nil")
	}
	b.SetName(device.Name)
	// All labels are passed: another version of the library may read more of them, and there are
	// few Devices.
	for key, value := range device.Labels {
		b.SetLabel(key, text(value))
	}
	eachText(device.Annotations, deviceAnnotations, b.SetAnnotation)
	for i := range device.Spec.Devices {
		f := deviceFiller{op: op, b: b, device: device, index: i}
		if err := f.fill(&device.Spec.Devices[i]); err != nil {
			b.Reset()
			return err
		}
	}
	return nil
}

type deviceFiller struct {
	op     string
	b      *koord.DeviceBuilder
	device *apis.Device
	index  int
}

func (f *deviceFiller) object() string          { return objectName("Device", "", f.device.Name) }
func (f *deviceFiller) path(rest string) string { return element("spec.devices", f.index) + rest }

// number returns the stated value, or absent if the field is not stated.
func (f *deviceFiller) number(stated *int32, absent, low, high int32, path string) (int32, error) {
	if stated == nil {
		return absent, nil
	}
	if *stated < low || *stated > high {
		return 0, outOf(f.op, f.object(), f.path(path), int64(*stated), int64(low), int64(high))
	}
	return *stated, nil
}

func (f *deviceFiller) fill(info *apis.DeviceInfo) error {
	spec, err := f.spec(info)
	if err != nil {
		return err
	}
	at := f.b.AddDevice(spec)
	f.b.SetDeviceText(at, koord.DeviceTextType, firstStated(info.Type, info.DeviceType))
	f.b.SetDeviceText(at, koord.DeviceTextID, firstStated(info.ID, info.UUID))
	if place := info.Topology; place != nil {
		f.b.SetDeviceText(at, koord.DeviceTextPcie, place.PCIEID)
		f.b.SetDeviceText(at, koord.DeviceTextBusID, place.BusID)
	}
	for key, value := range info.Labels {
		f.b.SetDeviceLabel(at, key, text(value))
	}
	if err := f.fillResources(at, info); err != nil {
		return err
	}
	return f.fillGroups(at, info.VFGroups)
}

func (f *deviceFiller) spec(info *apis.DeviceInfo) (spec koord.DeviceSpec, err error) {
	spec.Socket, spec.NUMANode = -1, -1
	if info.Health {
		spec.Flags |= koord.DeviceHealthy
	}
	if spec.Minor, err = f.number(info.Minor, 0, 0, math.MaxInt32, ".minor"); err != nil {
		return spec, err
	}
	if info.ModuleID != nil {
		spec.Flags |= koord.DeviceHasModule
		if spec.Module, err = f.number(info.ModuleID, -1, -1, math.MaxInt32, ".moduleID"); err != nil {
			return spec, err
		}
	}
	if place := info.Topology; place != nil {
		spec.Flags |= koord.DeviceHasTopology
		if spec.Socket, err = f.number(place.SocketID, -1, -1, math.MaxInt32, ".topology.socketID"); err != nil {
			return spec, err
		}
		spec.NUMANode, err = f.number(place.NodeID, -1, -1, maxNUMANode, ".topology.nodeID")
	}
	return spec, err
}

func (f *deviceFiller) fillResources(at int32, info *apis.DeviceInfo) error {
	resources, name := info.Resources, ".resources"
	if resources == nil {
		resources, name = info.Resource, ".resource"
	}
	ok := true
	for resource, quantity := range resources {
		amount := amountOf(string(resource), &quantity)
		ok = ok && amount >= 0
		f.b.SetResource(at, string(resource), amount)
	}
	if ok {
		return nil
	}
	return badAmount(f.op, f.object(), f.path(name), v1.ResourceList(resources), amountOf)
}

func (f *deviceFiller) fillGroups(at int32, groups []apis.VirtualFunctionGroup) error {
	for g := range groups {
		group := f.b.AddVFGroup(at)
		for key, value := range groups[g].Labels {
			f.b.SetVFLabel(group, key, text(value))
		}
		for v, vf := range groups[g].VFs {
			if vf.Minor < -1 {
				path := element(element(".vfGroups", g)+".vfs", v) + ".minor"
				return outOf(f.op, f.object(), f.path(path), int64(vf.Minor), -1, math.MaxInt32)
			}
			f.b.AddVF(group, vf.Minor, vf.BusID)
		}
	}
	return nil
}

func firstStated(name, alias string) string {
	if name != "" {
		return name
	}
	return alias
}
