package anonymous

// readKeys are the labels that libkoord reads, the same as koordctl's list; their values stay.
var readKeys = []string{
	"koordinator.sh/priority-class",
	"koordinator.sh/qosClass",
	"node.koordinator.sh/cpu-bind-policy",
	"node.koordinator.sh/gpu-driver-version",
	"node.koordinator.sh/gpu-mig",
	"node.koordinator.sh/gpu-model",
	"node.koordinator.sh/gpu-partition-policy",
	"node.koordinator.sh/gpu-vendor",
	"node.koordinator.sh/numa-allocate-policy",
	"node.koordinator.sh/numa-allocate-strategy",
	"node.koordinator.sh/numa-topology-alignment-policy",
	"node.koordinator.sh/numa-topology-policy",
	"node.koordinator.sh/secondary-device-well-planned",
}

var isReadKey = isOneOf(readKeys...)

// isPlatformKey reports whether the values of a label are those of the Go platforms.
var isPlatformKey = isOneOf("kubernetes.io/arch", "kubernetes.io/os", "beta.kubernetes.io/arch", "beta.kubernetes.io/os")

// isWellKnownKey reports whether Kubernetes defines the key of a label or taint. Other keys with its domains are anyone's, such as
// node-role.kubernetes.io/TEAM.
var isWellKnownKey = isOneOf(
	"kubernetes.io/hostname",
	"kubernetes.io/metadata.name",
	"node.kubernetes.io/instance-type",
	"node.kubernetes.io/not-ready",
	"node.kubernetes.io/unreachable",
	"node.kubernetes.io/memory-pressure",
	"node.kubernetes.io/disk-pressure",
	"node.kubernetes.io/pid-pressure",
	"node.kubernetes.io/network-unavailable",
	"node.kubernetes.io/unschedulable",
	"node.kubernetes.io/out-of-service",
	"node.cloudprovider.kubernetes.io/uninitialized",
	"node.cloudprovider.kubernetes.io/shutdown",
	"topology.kubernetes.io/region",
	"topology.kubernetes.io/zone",
	"failure-domain.beta.kubernetes.io/region",
	"failure-domain.beta.kubernetes.io/zone",
	"app.kubernetes.io/name",
	"app.kubernetes.io/instance",
	"app.kubernetes.io/version",
	"app.kubernetes.io/component",
	"app.kubernetes.io/part-of",
	"app.kubernetes.io/managed-by",
	"apps.kubernetes.io/pod-index",
	"statefulset.kubernetes.io/pod-name",
	"batch.kubernetes.io/job-name",
	"batch.kubernetes.io/job-completion-index",
	"batch.kubernetes.io/controller-uid",
	"pod-group.scheduling.sigs.k8s.io",
)

func isPublicKey(key string) bool {
	return isReadKey(key) || isPlatformKey(key) || isWellKnownKey(key)
}

// unchanged keeps values.
var unchanged = names{keep: func(string) bool { return true }}

// valuesOf returns the replacements for the values of a label. A value that is the name of an object has the object's replacement.
func (n *Names) valuesOf(key string) *names {
	switch key {
	case "pod-group.scheduling.sigs.k8s.io":
		return &n.groups
	case "kubernetes.io/hostname":
		return &n.nodes
	case "kubernetes.io/metadata.name":
		return &n.namespaces
	case "statefulset.kubernetes.io/pod-name":
		return &n.pods
	case "batch.kubernetes.io/job-name":
		return &n.owners
	}
	if isReadKey(key) || isPlatformKey(key) {
		return &unchanged
	}
	return &n.values
}
