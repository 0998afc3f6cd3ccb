package scheduler

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clientscheme "k8s.io/client-go/kubernetes/scheme"
	clienttesting "k8s.io/client-go/testing"
	fwk "k8s.io/kube-scheduler/framework"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/dracpus"
	"libkoord.invalid/koord/kubernetes/scheduler/claims"
)

// cpuProfile is the configuration of a scheduler whose plugin KoordClaims allocates some classes.
func cpuProfile(t *testing.T, classes string) string {
	t.Helper()
	return strings.ReplaceAll(shipped(t), `          - name: Koord
            weight: 2
`, `          - name: KoordClaims
            weight: 2
          - name: Koord
            weight: 2
        disabled:
          - name: DynamicResources
`) + `      - name: KoordClaims
        args:
          deviceClasses: [` + classes + `]
`
}

// cpuWorld starts a scheduler with plugins KoordClaims and Koord, and servers whose CPUs are a device of
// the driver dra.cpu.
func cpuWorld(t *testing.T, servers ...string) *world {
	t.Helper()
	var w *world
	// Each scheduler has its own state: one that ends still releases its claims.
	create := func(ctx context.Context, raw runtime.Object, handle fwk.Handle) (fwk.Plugin, error) {
		started := 0
		if w != nil {
			started = w.starts
		}
		return claims.New(claims.Options{Holders: func() claims.Holders {
			if state, is := w.states.Load(started); is {
				return w.holdersOf(state.(*State))
			}
			return nil
		}})(ctx, raw, handle)
	}
	w = newWorldWith(t, frameworkruntime.Registry{claims.Name: create}, "")
	w.isolates = true
	w.react("update", "resourceclaims", func(action clienttesting.Action) (bool, runtime.Object, error) {
		action.(clienttesting.UpdateAction).GetObject().(metav1.Object).SetResourceVersion(w.next())
		return false, nil, nil
	})
	w.profile = cpuProfile(t, "dra.cpu, gpu")
	w.start(w.profile)
	w.classOf("dra.cpu", "dra.cpu")
	for _, name := range servers {
		w.publishCPUs(name, 16)
		w.server(name)
	}
	return w
}

// classOf creates a class of the devices of a driver.
func (w *world) classOf(name, driver string, config ...resourceapi.DeviceClassConfiguration) {
	w.t.Helper()
	_, err := w.client.ResourceV1().DeviceClasses().Create(w.ctx, &resourceapi.DeviceClass{
		ObjectMeta: metav1.ObjectMeta{Name: name, ResourceVersion: w.next()},
		Spec: resourceapi.DeviceClassSpec{Config: config, Selectors: []resourceapi.DeviceSelector{{CEL: &resourceapi.CELDeviceSelector{
			Expression: fmt.Sprintf("device.driver == %q", driver)}}}}}, metav1.CreateOptions{})
	must(w.t, err)
}

// publishCPUs publishes the CPUs of a node as the driver dra.cpu does with groupBy: machine.
func (w *world) publishCPUs(node string, count int64) {
	w.t.Helper()
	shared := true
	_, err := w.client.ResourceV1().ResourceSlices().Create(w.ctx, &resourceapi.ResourceSlice{
		ObjectMeta: metav1.ObjectMeta{Name: "cpus-" + node, ResourceVersion: w.next()},
		Spec: resourceapi.ResourceSliceSpec{Driver: "dra.cpu", NodeName: &node, Pool: resourceapi.ResourcePool{Name: node, Generation: 1, ResourceSliceCount: 1},
			Devices: []resourceapi.Device{{Name: "cpudevmachine", AllowMultipleAllocations: &shared,
				Attributes: map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{"dra.cpu/numCPUs": {IntValue: &count}},
				Capacity: map[resourceapi.QualifiedName]resourceapi.DeviceCapacity{
					"dra.cpu/cpu": {Value: *resource.NewQuantity(count, resource.DecimalSI)}}}}}}, metav1.CreateOptions{})
	must(w.t, err)
}

// cpuRequest is a request for CPUs of a machine.
func cpuRequest(name, amount string) resourceapi.DeviceRequest {
	return resourceapi.DeviceRequest{Name: name, Exactly: &resourceapi.ExactDeviceRequest{DeviceClassName: "dra.cpu",
		AllocationMode: resourceapi.DeviceAllocationModeExactCount, Count: 1,
		Capacity: &resourceapi.CapacityRequirements{Requests: map[resourceapi.QualifiedName]resource.Quantity{"dra.cpu/cpu": resource.MustParse(amount)}}}}
}

// cpuClaim creates a claim for CPUs, and returns the pod that uses it.
func (w *world) cpuClaim(name string, requests []resourceapi.DeviceRequest, options ...podOption) *v1.Pod {
	w.t.Helper()
	return w.cpuClaimWith(name, resourceapi.DeviceClaim{Requests: requests}, options...)
}

func (w *world) cpuClaimWith(name string, spec resourceapi.DeviceClaim, options ...podOption) *v1.Pod {
	w.t.Helper()
	_, err := w.client.ResourceV1().ResourceClaims("default").Create(w.ctx, &resourceapi.ResourceClaim{
		ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, UID: types.UID(name), ResourceVersion: w.next()},
		Spec:       resourceapi.ResourceClaimSpec{Devices: spec}}, metav1.CreateOptions{})
	must(w.t, err)
	return pod(name, "100m", append([]podOption{uses(name)}, options...)...)
}

// cpusForClaim is cpuClaim with one request.
func (w *world) cpusForClaim(name, amount string, options ...podOption) *v1.Pod {
	w.t.Helper()
	return w.cpuClaim(name, []resourceapi.DeviceRequest{cpuRequest("cpus", amount)}, options...)
}

// machine is a node's driver dra.cpu. It refuses what the driver refuses in NodePrepareResources, by the
// rules of its version 0.2.0 and of the development branch.
type machine struct {
	online, reserved, prepared koord.CPUSet
}

// prepare prepares a claim, and returns its CPUs by request.
func (m *machine) prepare(claim *resourceapi.ResourceClaim) (map[string]koord.CPUSet, error) {
	out := map[string]koord.CPUSet{}
	var own koord.CPUSet
	for _, result := range claim.Status.Allocation.Devices.Results {
		if result.Driver != "dra.cpu" {
			continue
		}
		amount, has := result.ConsumedCapacity["dra.cpu/cpu"]
		if !has || amount.Sign() <= 0 || amount.CmpInt64(amount.Value()) != 0 {
			return nil, fmt.Errorf("request %s: capacity %s is no positive whole number", result.Request, amount.String())
		}
		cpus, err := configured(claim.Status.Allocation.Devices.Config, result.Request)
		switch {
		case err != nil:
			return nil, err
		case int64(cpus.Count()) != amount.Value():
			return nil, fmt.Errorf("request %s: %s are not %s CPUs", result.Request, cpus, amount.String())
		case cpus.Difference(m.online).Count() > 0:
			return nil, fmt.Errorf("request %s: of %s some are offline", result.Request, cpus)
		case cpus.Intersection(m.reserved).Count() > 0:
			return nil, fmt.Errorf("request %s: of %s some are reserved", result.Request, cpus)
		case cpus.Intersection(own).Count() > 0:
			return nil, fmt.Errorf("request %s: of %s some are of another request", result.Request, cpus)
		case cpus.Intersection(m.prepared).Count() > 0:
			return nil, fmt.Errorf("request %s: of %s some are of another claim", result.Request, cpus)
		}
		own = own.Union(cpus)
		out[result.Request] = cpus
	}
	m.prepared = m.prepared.Union(own)
	return out, nil
}

// configured returns the CPUs of a request in the configurations of an allocation.
func configured(configs []resourceapi.DeviceAllocationConfiguration, request string) (cpus koord.CPUSet, err error) {
	found := 0
	for _, config := range configs {
		if config.Opaque == nil || config.Opaque.Driver != "dra.cpu" {
			continue
		}
		if config.Source != resourceapi.AllocationConfigSourceClaim || len(config.Requests) != 1 {
			return nil, fmt.Errorf("configuration of %s for the requests %q, expected one of FromClaim for one request", config.Source, config.Requests)
		}
		if config.Requests[0] != request {
			continue
		}
		found++
		var stated struct {
			APIVersion string `json:"apiVersion"`
			CPUConfig  struct {
				CPUSet string `json:"cpuset"`
			} `json:"cpuConfig"`
		}
		if err := json.Unmarshal(config.Opaque.Parameters.Raw, &stated); err != nil {
			return nil, err
		}
		if stated.APIVersion != "v1alpha1" || stated.CPUConfig.CPUSet == "" {
			return nil, fmt.Errorf("request %s: unknown configuration %s", request, config.Opaque.Parameters.Raw)
		}
		if cpus, err = koord.ParseCPUSet(stated.CPUConfig.CPUSet); err != nil {
			return nil, err
		}
	}
	if found != 1 {
		return nil, fmt.Errorf("request %s: found %d configurations, expected 1", request, found)
	}
	return cpus, nil
}

// cpuList returns the CPUs of a list.
func cpuList(t *testing.T, list string) koord.CPUSet {
	t.Helper()
	cpus, err := koord.ParseCPUSet(list)
	must(t, err)
	return cpus
}

// claimed returns the CPUs of a claim by request, after the driver's checks.
func (w *world) claimed(name string) map[string]koord.CPUSet {
	w.t.Helper()
	claim, err := w.client.ResourceV1().ResourceClaims("default").Get(w.ctx, name, metav1.GetOptions{})
	must(w.t, err)
	if claim.Status.Allocation == nil {
		w.t.Fatalf("claim %s is not allocated", name)
	}
	node := &machine{online: cpuList(w.t, "0-15")}
	cpus, err := node.prepare(claim)
	must(w.t, err)
	return cpus
}

// eachCPUHasOneHolder checks that all CPUs of a node have one holder at most, and that the driver accepts
// all claims. Pods are listed first, because only tests delete them.
func (w *world) eachCPUHasOneHolder() {
	w.t.Helper()
	pods, err := w.client.CoreV1().Pods("default").List(w.ctx, metav1.ListOptions{})
	must(w.t, err)
	list, err := w.client.ResourceV1().ResourceClaims("default").List(w.ctx, metav1.ListOptions{})
	must(w.t, err)
	machines, owners := map[string]*machine{}, map[string]map[int]string{}
	take := func(node, holder string, cpus koord.CPUSet) {
		if owners[node] == nil {
			owners[node] = map[int]string{}
		}
		for _, cpu := range cpus.CPUs() {
			if other := owners[node][cpu]; other != "" {
				w.t.Errorf("CPU %d of node %s is that of %s and %s", cpu, node, other, holder)
			}
			owners[node][cpu] = holder
		}
	}
	for i := range pods.Items {
		if pod := &pods.Items[i]; pod.Spec.NodeName != "" {
			take(pod.Spec.NodeName, "pod "+pod.Name, w.holds(pod))
		}
	}
	for i := range list.Items {
		claim := &list.Items[i]
		if claim.Status.Allocation == nil {
			continue
		}
		node := claim.Status.Allocation.Devices.Results[0].Pool
		if machines[node] == nil {
			machines[node] = &machine{online: cpuList(w.t, "0-15")}
		}
		cpus, err := machines[node].prepare(claim)
		if err != nil {
			w.t.Errorf("the driver of node %s refuses claim %s: %v", node, claim.Name, err)
		}
		for request, of := range cpus {
			take(node, "claim "+claim.Name+", request "+request, of)
		}
	}
}

// releaseClaim does what the claim controller does after the pods of a claim have ended.
func (w *world) releaseClaim(name string) {
	w.t.Helper()
	claim, err := w.client.ResourceV1().ResourceClaims("default").Get(w.ctx, name, metav1.GetOptions{})
	must(w.t, err)
	claim = claim.DeepCopy()
	claim.Status = resourceapi.ResourceClaimStatus{}
	_, err = w.client.ResourceV1().ResourceClaims("default").UpdateStatus(w.ctx, claim, metav1.UpdateOptions{})
	must(w.t, err)
}

// Claims and pods with annotations share the CPUs of a node. The claims' CPUs are in the configuration
// that the driver reads, and free again when the claim is deallocated.
func TestCPUsOfClaims(t *testing.T) {
	w := cpuWorld(t, "a")
	w.place(w.cpusForClaim("first", "4"), lsr("pinned", "6"), w.cpusForClaim("second", "4"))
	w.eachCPUHasOneHolder()
	for name, request := range map[string]string{"first": "cpus", "second": "cpus"} {
		if cpus := w.claimed(name)[request]; cpus.Count() != 4 {
			t.Errorf("claim %s has the CPUs %s, expected 4", name, cpus)
		}
	}
	w.create(lsr("late", "4"))
	w.unschedulable("late")
	w.create(w.cpusForClaim("third", "4"))
	if message := w.unschedulable("third"); !strings.Contains(message, "claim default/third, request cpus: needs 4 CPUs") {
		t.Error(message)
	}
	w.delete("pinned") // no claim is deallocated: the pod is tried again because of the free CPUs
	w.until("one of them is bound", func() bool { return w.get("late").Spec.NodeName != "" || w.get("third").Spec.NodeName != "" })
	w.delete("first")
	w.releaseClaim("first")
	w.bound("late")
	w.bound("third")
	w.eachCPUHasOneHolder()
}

// A pod whose claim waits for CPUs is tried again when a pod ends, and when a Reservation does, of whose end
// kube-scheduler has no event.
func TestClaimsWaitForCPUs(t *testing.T) {
	w := cpuWorld(t, "a")
	go w.state.Lead(w.ctx)
	w.reserve(newReservation("cpus", lsr("of", "6")))
	w.becomes("cpus", apis.ReservationAvailable)
	w.place(lsr("pinned", "8"))
	w.create(w.cpusForClaim("first", "6"))
	w.unschedulable("first")
	w.delete("pinned")
	w.bound("first")
	w.create(w.cpusForClaim("second", "6"))
	w.unschedulable("second")
	w.deleteReservation("cpus")
	w.bound("second")
	w.eachCPUHasOneHolder()
}

// A scheduler that starts knows the CPUs of claims by their status.
func TestCPUsOfClaimsAfterARestart(t *testing.T) {
	w := cpuWorld(t, "a")
	w.place(w.cpusForClaim("first", "6"), lsr("pinned", "6"))
	w.start(w.profile)
	w.place(lsr("next", "2"), w.cpusForClaim("second", "2"))
	w.eachCPUHasOneHolder()
	w.create(lsr("late", "4"))
	w.unschedulable("late")
	w.delete("first")
	w.releaseClaim("first")
	w.bound("late")
	w.eachCPUHasOneHolder()
}

// The CPUs of a claim are chosen by the policies of its pod.
func TestPoliciesOfClaims(t *testing.T) {
	w := cpuWorld(t, "a")
	annotated := func(key, value string) podOption { return func(p *v1.Pod) { p.Annotations[key] = value } }
	w.place(w.cpuClaim("spread", []resourceapi.DeviceRequest{cpuRequest("cpus", "3")}, annotated(objects.AnnotationResourceSpec, `{"requiredCPUBindPolicy":"SpreadByPCPUs"}`)))
	cores := map[int]bool{}
	for _, cpu := range w.claimed("spread")["cpus"].CPUs() {
		cores[cpu/2] = true
	}
	if len(cores) != 3 {
		t.Errorf("found %d cores, expected 3: %s", len(cores), w.claimed("spread")["cpus"])
	}
	single := annotated(objects.AnnotationNUMATopologySpec, `{"numaTopologyPolicy":"SingleNUMANode"}`)
	w.create(w.cpusForClaim("large", "9", single))
	w.unschedulable("large")
	w.place(w.cpusForClaim("aligned", "6", single))
	if cpus := w.claimed("aligned")["cpus"].CPUs(); cpus[0]/8 != cpus[len(cpus)-1]/8 {
		t.Errorf("the CPUs %v are on two NUMA nodes", cpus)
	}
	// A claim's own policies precede those of its pod.
	w.place(w.cpuClaimWith("own", resourceapi.DeviceClaim{Requests: []resourceapi.DeviceRequest{cpuRequest("cpus", "4")},
		Config: []resourceapi.DeviceClaimConfiguration{{DeviceConfiguration: resourceapi.DeviceConfiguration{
			Opaque: &resourceapi.OpaqueDeviceConfiguration{Driver: "scheduling.koordinator.sh",
				Parameters: runtime.RawExtension{Raw: []byte(`{"resourceSpec":{"requiredCPUBindPolicy":"FullPCPUs"}}`)}}}}}},
		annotated(objects.AnnotationResourceSpec, `{"requiredCPUBindPolicy":"SpreadByPCPUs"}`)))
	cores = map[int]bool{}
	for _, cpu := range w.claimed("own")["cpus"].CPUs() {
		cores[cpu/2] = true
	}
	if len(cores) != 2 {
		t.Errorf("found %d cores, expected 2: %s", len(cores), w.claimed("own")["cpus"])
	}
}

// The CPUs of a claim are on the NUMA node of the devices that are allocated with them, if it has enough.
func TestCPUsBesideDevices(t *testing.T) {
	w := cpuWorld(t, "a")
	w.classOf("gpu", "gpu.example.com")
	node := "a"
	slice := &resourceapi.ResourceSlice{ObjectMeta: metav1.ObjectMeta{Name: "gpus", ResourceVersion: w.next()}, Spec: resourceapi.ResourceSliceSpec{
		Driver: "gpu.example.com", NodeName: &node, Pool: resourceapi.ResourcePool{Name: node, Generation: 1, ResourceSliceCount: 1}}}
	for i := range 4 {
		numa := int64(1)
		slice.Spec.Devices = append(slice.Spec.Devices, resourceapi.Device{Name: fmt.Sprint("gpu-", i),
			Attributes: map[resourceapi.QualifiedName]resourceapi.DeviceAttribute{"resource.kubernetes.io/numaNode": {IntValue: &numa}}})
	}
	_, err := w.client.ResourceV1().ResourceSlices().Create(w.ctx, slice, metav1.CreateOptions{})
	must(t, err)
	gpu := resourceapi.DeviceRequest{Name: "gpu", Exactly: &resourceapi.ExactDeviceRequest{DeviceClassName: "gpu",
		AllocationMode: resourceapi.DeviceAllocationModeExactCount, Count: 1}}
	near := cpuList(t, "8-15")
	for i, all := range []bool{true, true, false} { // of 8 CPUs
		name := fmt.Sprint("pod-", i)
		w.place(w.cpuClaim(name, []resourceapi.DeviceRequest{gpu, cpuRequest("cpus", "3")}))
		cpus := w.claimed(name)["cpus"]
		if isNear := cpus.Difference(near).Count() == 0; isNear != all || cpus.Count() != 3 {
			t.Errorf("%s has the CPUs %s", name, cpus)
		}
	}
	w.eachCPUHasOneHolder()
}

// Each request of a claim gets its own CPUs, and requests that do not fit together are refused before a
// node is chosen.
func TestRequestsOfOneClaim(t *testing.T) {
	w := cpuWorld(t, "a")
	requests := func(amounts ...string) (out []resourceapi.DeviceRequest) {
		for i, amount := range amounts {
			out = append(out, cpuRequest(fmt.Sprint("r", i), amount))
		}
		return out
	}
	w.place(lsr("pinned", "8"))
	w.create(w.cpuClaim("large", requests("6", "4")))
	if message := w.unschedulable("large"); !strings.Contains(message, "claim default/large, request r1: needs 4 CPUs") {
		t.Error(message)
	}
	// The CPUs that the pod owns itself count, too.
	owner := w.cpusForClaim("owner", "4")
	owns := lsr("owner", "6")
	owns.Spec.ResourceClaims = owner.Spec.ResourceClaims
	w.create(owns)
	if message := w.unschedulable("owner"); !strings.Contains(message, "claim default/owner, request cpus: needs 4 CPUs") {
		t.Error(message)
	}
	named := &resourceapi.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "claim", UID: "claim"}}
	// Filter refuses both: Reserve would refuse them on the same node again and again.
	for _, c := range []struct {
		pod    *v1.Pod
		counts []int
		fits   bool
	}{{owns, []int{4}, false}, {owns, []int{2}, true}, {owner, []int{6, 4}, false}, {owner, []int{4, 4}, true}} {
		var wanted []dracpus.Request
		for i, count := range c.counts {
			wanted = append(wanted, dracpus.Request{Name: fmt.Sprint("r", i), Count: count})
		}
		why, err := w.state.CPUsFit("a", c.pod, dracpus.HeldBy(named, nil, wanted, c.pod))
		must(t, err)
		if (why == "") != c.fits {
			t.Errorf("%v CPUs beside pod %v: found %q, expected that they fit: %v", c.counts, c.pod.Labels, why, c.fits)
		}
	}
	w.place(w.cpuClaim("both", requests("5", "3")))
	if cpus := w.claimed("both"); cpus["r0"].Count() != 5 || cpus["r1"].Count() != 3 {
		t.Errorf("found %v", cpus)
	}
	w.eachCPUHasOneHolder()
}

// A prioritized list states the subrequest that was chosen, as the driver expects it.
func TestSubrequestsForCPUs(t *testing.T) {
	w := cpuWorld(t, "a")
	list := resourceapi.DeviceRequest{Name: "cpus"}
	for _, amount := range []string{"32", "2"} {
		exactly := cpuRequest("", amount).Exactly
		list.FirstAvailable = append(list.FirstAvailable, resourceapi.DeviceSubRequest{Name: "n" + amount, DeviceClassName: exactly.DeviceClassName,
			AllocationMode: exactly.AllocationMode, Count: 1, Capacity: exactly.Capacity})
	}
	w.place(w.cpuClaim("first", []resourceapi.DeviceRequest{list}))
	if cpus := w.claimed("first")["cpus/n2"]; cpus.Count() != 2 {
		t.Errorf("found %v", w.claimed("first"))
	}
	// The claim's CPUs are part of the pod's request: it has 10 itself, and 12 would be too many.
	user := w.cpuClaim("second", []resourceapi.DeviceRequest{list})
	owner := lsr("second", "12")
	owner.Spec.ResourceClaims = user.Spec.ResourceClaims
	owner.Spec.Containers[0].Resources.Claims = []v1.ResourceClaim{{Name: owner.Spec.ResourceClaims[0].Name}}
	w.place(owner)
	w.eachCPUHasOneHolder()
}

// Claims that the driver would refuse are refused with the reason.
func TestClaimsThatTheDriverRefuses(t *testing.T) {
	w := cpuWorld(t, "a")
	config := resourceapi.DeviceConfiguration{Opaque: &resourceapi.OpaqueDeviceConfiguration{Driver: "dra.cpu",
		Parameters: runtime.RawExtension{Raw: []byte(`{"apiVersion":"v1alpha1","cpuConfig":{"cpuset":"0-1"}}`)}}}
	w.classOf("configured", "dra.cpu", resourceapi.DeviceClassConfiguration{DeviceConfiguration: config})
	twice := cpuRequest("cpus", "2")
	twice.Exactly.Count = 2
	ofClass := cpuRequest("cpus", "2")
	ofClass.Exactly.DeviceClassName = "configured"
	w.create(w.cpuClaim("twice", []resourceapi.DeviceRequest{twice}), w.cpusForClaim("half", "1500m"), w.cpuClaim("of-class", []resourceapi.DeviceRequest{ofClass}))
	for name, want := range map[string]string{
		"twice":    "claim default/twice, request cpus: needs 2 devices, found 1",
		"half":     "request cpus: capacity dra.cpu/cpu: found 1500m, expected a whole number",
		"of-class": "DeviceClass: spec.config: found a configuration of driver dra.cpu, expected none",
	} {
		if message := w.unschedulable(name); !strings.Contains(message, want) {
			t.Errorf("%s: found %q, expected %q", name, message, want)
		}
	}
	w.eachCPUHasOneHolder()
	if info, err := w.state.parts.State.Cluster.Info(); err != nil || info.Pods != 0 {
		t.Errorf("found %d pods in the cluster, expected none: %v", info.Pods, err)
	}
}

// The example of docs/operate/resource-claims.md does what the page says.
func TestExampleOfCPUClaims(t *testing.T) {
	page, err := os.ReadFile("../../docs/operate/resource-claims.md")
	must(t, err)
	_, after, _ := strings.Cut(string(page), "A pod with two exclusive CPUs on one core:\n\n```yaml\n")
	example, _, found := strings.Cut(after, "```")
	if !found {
		t.Fatal("the page has no example")
	}
	w := cpuWorld(t, "a")
	must(t, w.client.ResourceV1().DeviceClasses().Delete(w.ctx, "dra.cpu", metav1.DeleteOptions{}))
	var template *resourceapi.ResourceClaimTemplate
	var used *v1.Pod
	for _, text := range strings.Split(example, "\n---\n") {
		object, _, err := clientscheme.Codecs.UniversalDeserializer().Decode([]byte(text), nil, nil)
		must(t, err)
		switch of := object.(type) {
		case *resourceapi.DeviceClass:
			of.ResourceVersion = w.next()
			_, err := w.client.ResourceV1().DeviceClasses().Create(w.ctx, of, metav1.CreateOptions{})
			must(t, err)
		case *resourceapi.ResourceClaimTemplate:
			template = of
		case *v1.Pod:
			used = of
		}
	}
	// The controllers' part: defaults, and the claim of the template.
	for i := range template.Spec.Spec.Devices.Requests {
		exactly := template.Spec.Spec.Devices.Requests[i].Exactly
		exactly.AllocationMode, exactly.Count = resourceapi.DeviceAllocationModeExactCount, 1
	}
	w.cpuClaim("made", template.Spec.Spec.Devices.Requests)
	claim := "made"
	used.Namespace, used.UID, used.Spec.SchedulerName = "default", "exclusive-uid", "default-scheduler"
	used.Spec.ResourceClaims[0] = v1.PodResourceClaim{Name: used.Spec.ResourceClaims[0].Name, ResourceClaimName: &claim}
	w.place(used)
	if cpus := w.claimed("made")["cpus"].CPUs(); len(cpus) != 2 || cpus[0]/2 != cpus[1]/2 {
		t.Errorf("found the CPUs %v, expected one core", cpus)
	}
	// The claim's CPUs are part of the pod's request: 13 CPUs are left.
	w.create(lsr("large", "14"))
	w.unschedulable("large")
	w.place(lsr("rest", "12"))
	w.eachCPUHasOneHolder()
}
