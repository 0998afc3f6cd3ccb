package devices

import (
	"log/slog"
	"maps"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/message"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// claims judges the annotation device-allocated of pods by the library, as schedulers do. An entry of
// kubelet's record is left out only if the annotation of its pod is valid: schedulers then go by the
// annotation, and otherwise by the record.
type claims struct {
	log     *slog.Logger
	device  *apis.Device // the node's devices
	cluster *koord.Cluster
	builder *koord.PodBuilder
	valid   map[*v1.Pod]bool
}

// newClaims returns a judge of claims to the devices of a node.
func newClaims(device *apis.Device, log *slog.Logger) *claims {
	return &claims{log: log, device: device, valid: map[*v1.Pod]bool{}}
}

// Close releases the library's objects.
func (c *claims) Close() {
	if c.builder != nil {
		c.builder.Close()
	}
	if c.cluster != nil {
		c.cluster.Close()
	}
}

// hasValidClaim reports whether a pod's annotation is valid by itself and names devices of a type. It
// does not compare the claim with those of other pods. A nil pod has no claim.
func (c *claims) hasValidClaim(pod *v1.Pod, kind string) bool {
	if pod == nil || !allocates(pod.Annotations[objects.AnnotationDeviceAllocated], kind) {
		return false
	}
	valid, judged := c.valid[pod]
	if !judged {
		var err error
		if valid, err = c.judge(pod); err != nil {
			c.log.Debug("cannot judge the devices that a pod's annotation names; kubelet's record counts", "pod", pod.Namespace+"/"+pod.Name,
				"error", message.Text(err))
		}
		c.valid[pod] = valid
	}
	return valid
}

func (c *claims) judge(pod *v1.Pod) (valid bool, err error) {
	if c.cluster == nil {
		if err := c.open(); err != nil {
			return false, err
		}
	}
	bound := *pod
	bound.UID, bound.Spec.NodeName, bound.Status.Phase = "pod", c.device.Name, v1.PodRunning
	if err := objects.FillPod(c.builder, &bound); err != nil {
		return false, err
	}
	built, err := c.builder.Pod(nil)
	if err != nil {
		return false, err
	}
	defer built.Close()
	conflicts, err := c.cluster.SetPod(built)
	if err != nil {
		return false, err
	}
	switch conflicts.Devices.Reason {
	case koord.ReasonNone, koord.ReasonDevicesUnknown: // the latter is about devices of another type
		return true, c.cluster.RemovePod("pod")
	default:
		return false, c.cluster.RemovePod("pod")
	}
}

// open makes a cluster of the node's devices, without kubelet's record. A Device object that the
// library refuses is refused by schedulers, too: claims are then judged without it.
func (c *claims) open() (err error) {
	if c.builder, err = koord.NewPodBuilder(); err != nil {
		return err
	}
	if c.cluster, err = koord.NewCluster(nil, koord.ClusterOptions{}, nil); err != nil {
		return err
	}
	devices, err := koord.NewDeviceBuilder()
	if err != nil {
		return err
	}
	defer devices.Close()
	bare := *c.device
	bare.Annotations = maps.Clone(bare.Annotations)
	delete(bare.Annotations, objects.AnnotationDevicesCheckpoints)
	delete(bare.Annotations, objects.AnnotationDevicesCheckpointsError)
	if err := objects.FillDevice(devices, &bare); err != nil {
		c.log.Debug("cannot judge the pods' annotations by the node's devices", "error", message.Text(err))
		return nil
	}
	if _, err := c.cluster.SetDevicesFrom(devices); err != nil {
		c.log.Debug("cannot judge the pods' annotations by the node's devices", "error", message.Text(err))
	}
	return nil
}
