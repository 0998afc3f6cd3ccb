package objects

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"libkoord.invalid/koord"
)

func drawQuantity(d *rand.Rand) string {
	number := fmt.Sprint(d.Uint64() >> d.IntN(64))
	if d.IntN(3) == 0 {
		number += fmt.Sprintf(".%0*d", 1+d.IntN(12), d.IntN(1000))
	}
	units := []string{"", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e-3", "e3", "E2", "e-12"}
	return number + units[d.IntN(len(units))]
}

// isInt64SinceKubernetes138 reports whether AsInt64 fails for an amount in versions before 1.38 alone,
// as for some amounts of 19 digits and more. The library follows these versions for amounts in JSON
// documents: docs/reference/kubelet.md.
func isInt64SinceKubernetes138(amount *resource.Quantity) bool {
	ofNineteenDigits := resource.MustParse("1000000000000000001")
	if _, since138 := ofNineteenDigits.AsInt64(); !since138 {
		return false
	}
	_, is := amount.AsInt64()
	return is && len(strings.TrimRight(amount.String(), "numkMGTPEi")) >= 19
}

// Amounts of memory are rounded as by the API server when it stores a pod. A Static memory manager
// refuses those that it cannot convert to int64.
func TestQuantitiesAreAsKubernetesHasThem(t *testing.T) {
	machine, err := koord.TopologyFromSynthetic(nil, "pack:1 numa:1(memory=17179869184) core:4 pu:2")
	ok(t, err)
	defer machine.Close()
	kubelet, err := koord.NewKubelet(machine, koord.KubeletSetup{Config: []byte(`{"kind":"KubeletConfiguration",
		"apiVersion":"kubelet.config.k8s.io/v1beta1","cpuManagerPolicy":"none","memoryManagerPolicy":"Static",
		"systemReserved":{"memory":"1Gi"},"evictionHard":{"memory.available":"0"},
		"reservedMemory":[{"numaNode":0,"limits":{"memory":"1Gi"}}]}`)})
	ok(t, err)
	defer kubelet.Close()
	builder, err := koord.NewPodBuilder()
	ok(t, err)
	defer builder.Close()

	d := rand.New(rand.NewPCG(1, 2))
	const most = 1<<63 - 1
	var beyond, refused, read int
	for range 20000 {
		text := drawQuantity(d)
		stored, err := resource.ParseQuantity(text)
		ok(t, err)
		// String returns a different number for quantities beyond the known suffixes.
		isBeyond := stored.CmpInt64(most) > 0
		if !isBeyond {
			stored.RoundUp(resource.Milli)
			stored, err = resource.ParseQuantity(stored.String())
			ok(t, err)
		}
		list := v1.ResourceList{"cpu": resource.MustParse("500m"), "memory": stored}
		object := &v1.Pod{Spec: v1.PodSpec{Containers: []v1.Container{{Name: "c",
			Resources: v1.ResourceRequirements{Requests: list, Limits: list}}}}}
		object.Name, object.UID = "p", "p"
		// The document holds the text written by the user, not the canonical form that the API
		// server stores.
		document := fmt.Sprintf(`{"kind":"Pod","metadata":{"name":"p","uid":"p"},"spec":{"containers":[{"name":"c","resources":
			{"requests":{"cpu":"500m","memory":%q},"limits":{"cpu":"500m","memory":%q}}}]}}`, text, text)
		fromJSON, err := koord.PodFromJSON(nil, []byte(document))
		ok(t, err)
		want := stored.Value()
		if isBeyond {
			want = most
			beyond++
		}
		ok(t, FillPod(builder, object))
		built, err := builder.Pod(nil)
		ok(t, err)
		_, isInt64 := stored.AsInt64()
		for _, pod := range []*koord.Pod{fromJSON, built} {
			request, _, err := pod.Request("memory")
			ok(t, err)
			if request != want {
				t.Fatalf("%s: %d bytes, want %d", text, request, want)
			}
			answer, err := kubelet.Judge(pod)
			ok(t, err)
			if !isInt64SinceKubernetes138(&stored) && answer.Refusal.Reason == koord.ReasonMemoryNotInt64 == isInt64 {
				t.Fatalf("%s: %v, AsInt64 of %s: %v", text, answer.Refusal, stored.String(), isInt64)
			}
			pod.Close()
		}
		if isInt64 {
			read++
		} else {
			refused++
		}
	}
	if min(beyond, refused, read) < 1000 {
		t.Fatalf("%d beyond int64, %d refused, %d read", beyond, refused, read)
	}
}
