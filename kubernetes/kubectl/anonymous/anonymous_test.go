package anonymous

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const cluster = `[
{"kind":"Node","metadata":{"name":"jane-1","labels":{"kubernetes.io/hostname":"jane-1","kubernetes.io/arch":"amd64","jane.org/rack":"jane-rack",
 "size":"17","node.koordinator.sh/cpu-bind-policy":"FullPCPUsOnly"}},
 "spec":{"taints":[{"key":"jane.org/only","value":"jane-team","effect":"NoSchedule"},{"key":"node.kubernetes.io/unschedulable"}]},
 "status":{"conditions":[{"type":"Ready","status":"True","message":"jane"}]}},
{"kind":"NodeResourceTopology","metadata":{"name":"jane-1","annotations":{"jane.koordinator.sh/unknown":"jane",
 "node.koordinator.sh/cpu-topology":"{\"detail\":[{\"id\":0}]}",
 "node.koordinator.sh/pod-cpu-allocs":"[{\"namespace\":\"jane\",\"name\":\"jane-web\",\"uid\":\"u\",\"cpuset\":\"0-1\"}]"}}},
{"kind":"Device","metadata":{"name":"jane-1","annotations":{"node.koordinator.sh/devices-checkpoints-error":"jane",
 "node.koordinator.sh/devices-checkpoints":"[{\"podUID\":\"u\",\"containerName\":\"jane-main\",\"deviceIDs\":[\"GPU-1\"]}]"}}},
{"kind":"PodGroup","metadata":{"name":"jane-gang","namespace":"jane"},"spec":{"minMember":2}},
{"kind":"Reservation","metadata":{"name":"jane-reserved"},"spec":{"owners":[{"object":{"kind":"Pod","name":"jane-web","namespace":"jane"}},
 {"labelSelector":{"matchLabels":{"app":"jane-app"}}}],"template":{"metadata":{"labels":{"app":"jane-app"}},"spec":{"containers":[{"name":"jane-main"}]}}},
 "status":{"nodeName":"jane-1","currentOwners":[{"name":"jane-web","namespace":"jane","kind":"Pod"}]}},
{"kind":"RebindResource","metadata":{"name":"jane-rebind"},"spec":{"nodeName":"jane-1"},"status":{"reason":"jane"}},
{"kind":"Pod","metadata":{"name":"jane-web","namespace":"jane","uid":"u","labels":{"app":"jane-app","koordinator.sh/qosClass":"LSR",
 "pod-group.scheduling.sigs.k8s.io":"jane-gang"},"ownerReferences":[{"kind":"ReplicaSet","name":"jane-set"}],
 "annotations":{"scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"0-1\"}","gang.scheduling.koordinator.sh/name":"jane-gang",
 "scheduling.koordinator.sh/reservation-allocated":"{\"name\":\"jane-reserved\",\"uid\":\"r\"}"}},
 "spec":{"nodeName":"jane-1","schedulerName":"koord-scheduler","priorityClassName":"koord-prod","nodeSelector":{"jane.org/rack":"jane-rack"},
 "containers":[{"name":"jane-main","image":"registry.jane.org/web"}],"tolerations":[{"key":"jane.org/only","value":"jane-team"}],
 "affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
  {"matchExpressions":[{"key":"size","operator":"Gt","values":["16"]},{"key":"jane.org/rack","operator":"In","values":["jane-rack"]}],
   "matchFields":[{"key":"metadata.name","operator":"In","values":["jane-1"]}]}]}},
  "podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"jane.org/rack","namespaces":["jane"],
   "labelSelector":{"matchLabels":{"app":"jane-app"}}}]}}},
 "status":{"conditions":[{"type":"PodScheduled","status":"False","message":"jane-1 is full"}],"containerStatuses":[{"name":"jane-main"}]}}]`

const wanted = `[
{"kind":"Node","metadata":{"name":"node-1","labels":{"kubernetes.io/hostname":"node-1","kubernetes.io/arch":"amd64","KEY-rack":"VALUE-rack",
 "KEY-size":"17","node.koordinator.sh/cpu-bind-policy":"FullPCPUsOnly"}},
 "spec":{"taints":[{"key":"KEY-only","value":"VALUE-team","effect":"NoSchedule"},{"key":"node.kubernetes.io/unschedulable"}]},
 "status":{"conditions":[{"type":"Ready","status":"True"}]}},
{"kind":"NodeResourceTopology","metadata":{"name":"node-1","annotations":{
 "node.koordinator.sh/cpu-topology":"{\"detail\":[{\"id\":0}]}",
 "node.koordinator.sh/pod-cpu-allocs":"[{\"cpuset\":\"0-1\",\"name\":\"pod-1\",\"namespace\":\"namespace-1\",\"uid\":\"u\"}]"}}},
{"kind":"Device","metadata":{"name":"node-1","annotations":{"node.koordinator.sh/devices-checkpoints-error":"removed",
 "node.koordinator.sh/devices-checkpoints":"[{\"containerName\":\"container-1\",\"deviceIDs\":[\"GPU-1\"],\"podUID\":\"u\"}]"}}},
{"kind":"PodGroup","metadata":{"name":"group-1","namespace":"namespace-1"},"spec":{"minMember":2}},
{"kind":"Reservation","metadata":{"name":"reservation-1"},"spec":{"owners":[{"object":{"kind":"Pod","name":"pod-1","namespace":"namespace-1"}},
 {"labelSelector":{"matchLabels":{"KEY-app":"VALUE-app"}}}],"template":{"metadata":{"labels":{"KEY-app":"VALUE-app"}},"spec":{"containers":[{"name":"container-1"}]}}},
 "status":{"nodeName":"node-1","currentOwners":[{"name":"pod-1","namespace":"namespace-1","kind":"Pod"}]}},
{"kind":"RebindResource","metadata":{"name":"rebind-1"},"spec":{"nodeName":"node-1"},"status":{}},
{"kind":"Pod","metadata":{"name":"pod-1","namespace":"namespace-1","uid":"u","labels":{"KEY-app":"VALUE-app","koordinator.sh/qosClass":"LSR",
 "pod-group.scheduling.sigs.k8s.io":"group-1"},"ownerReferences":[{"kind":"ReplicaSet","name":"owner-1"}],
 "annotations":{"scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"0-1\"}","gang.scheduling.koordinator.sh/name":"group-1",
 "scheduling.koordinator.sh/reservation-allocated":"{\"name\":\"reservation-1\",\"uid\":\"r\"}"}},
 "spec":{"nodeName":"node-1","schedulerName":"koord-scheduler","priorityClassName":"koord-prod","nodeSelector":{"KEY-rack":"VALUE-rack"},
 "containers":[{"name":"container-1","image":"image-1"}],"tolerations":[{"key":"KEY-only","value":"VALUE-team"}],
 "affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
  {"matchExpressions":[{"key":"KEY-size","operator":"Gt","values":["16"]},{"key":"KEY-rack","operator":"In","values":["VALUE-rack"]}],
   "matchFields":[{"key":"metadata.name","operator":"In","values":["node-1"]}]}]}},
  "podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":"KEY-rack","namespaces":["namespace-1"],
   "labelSelector":{"matchLabels":{"KEY-app":"VALUE-app"}}}]}}},
 "status":{"conditions":[{"type":"PodScheduled","status":"False"}],"containerStatuses":[{"name":"container-1"}]}}]`

func TestEveryNameIsReplacedByTheSameEverywhere(t *testing.T) {
	var objects, expected []object
	if err := json.Unmarshal([]byte(cluster), &objects); err != nil {
		t.Fatal(err)
	}
	n := New()
	n.Replace(objects)
	// Labels are numbered in any order.
	text := wanted
	for name, key := range map[string]string{"rack": "jane.org/rack", "only": "jane.org/only", "size": "size", "app": "app"} {
		text = strings.ReplaceAll(text, "KEY-"+name, n.keys.replacements[key])
	}
	for _, name := range []string{"rack", "team", "app"} {
		text = strings.ReplaceAll(text, "VALUE-"+name, n.values.replacements["jane-"+name])
	}
	if err := json.Unmarshal([]byte(text), &expected); err != nil {
		t.Fatal(err)
	}
	for i := range objects {
		found, _ := json.Marshal(objects[i])
		want, _ := json.Marshal(expected[i])
		if string(found) != string(want) {
			t.Errorf("found\n%s\nexpected\n%s", found, want)
		}
		if strings.Contains(string(found), "jane") {
			t.Errorf("found a name in %s", found)
		}
	}
}

func replaced(t *testing.T, text string) string {
	t.Helper()
	var o object
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatal(err)
	}
	New().Replace([]object{o})
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestNamesInRarePlaces(t *testing.T) {
	for _, test := range []struct{ object, wanted string }{
		{`{"kind":"Device","spec":{"devices":[{"labels":{"jane/a":"jane"}}]}}`, `"labels":{"example.com/key-1":"value-1"}`},
		{`{"kind":"Device","spec":{"devices":[{"vfGroups":[{"labels":{"a":"jane"}}]}]}}`, `"labels":{"example.com/key-1":"value-1"}`},
		{`{"kind":"Device","spec":{"devices":[{"labels":"jane"}]}}`, `{"devices":[{}]}`},
		{`{"kind":"Pod","metadata":{"annotations":{"scheduling.koordinator.sh/device-allocate-hint":` +
			`"{\"rdma\":{\"allocateStrategy\":\"ApplyForAll\",\"jane\":1,\"vfSelector\":{\"matchLabels\":{\"a\":\"jane\"}}},\"gpu\":\"jane\"}"}}}`,
			`"{\"rdma\":{\"allocateStrategy\":\"ApplyForAll\",\"vfSelector\":{\"matchLabels\":{\"example.com/key-1\":\"value-1\"}}}}"`},
		{`{"kind":"Pod","metadata":{"name":"jane-0","labels":{"statefulset.kubernetes.io/pod-name":"jane-0"}}}`,
			`{"labels":{"statefulset.kubernetes.io/pod-name":"pod-1"},"name":"pod-1"}`},
		{`{"kind":"Pod","metadata":{"namespace":"jane"},"spec":{"affinity":{"podAffinity":{"namespaceSelector":{"matchExpressions":[` +
			`{"key":"kubernetes.io/metadata.name","operator":"In","values":["jane"]}]}}}}}`, `"values":["namespace-1"]`},
		{`{"kind":"Reservation","spec":{"owners":[{"object":{"name":"jane"}}]},"status":{"currentOwners":[{"name":"jane"}]}}`,
			`"spec":{"owners":[{"object":{"name":"pod-1"}}]},"status":{"currentOwners":[{"name":"pod-1"}]}`},
		{`{"kind":"Node","metadata":{"labels":{"node-role.kubernetes.io/jane":""}}}`, `"labels":{"example.com/key-1":""}`},
		{`{"kind":"Node","metadata":{"labels":{"jane.koordinator.sh/a":"1"}}}`, `"labels":{"example.com/key-1":"1"}`},
		{`{"kind":"Node","spec":{"taints":[{"key":"jane.k8s.io/a","value":"jane"}]}}`, `{"key":"example.com/key-1","value":"value-2"}`},
		{`{"kind":"ResourceSlice","metadata":{"name":"jane"},"spec":{"driver":"gpu.jane.org","nodeName":"jane","pool":{"name":"jane-pool"},` +
			`"devices":[{"name":"jane-0","attributes":{"gpu.jane.org/uuid":{"string":"GPU-1"},"pciBusID":{"string":"0000:18:00.0"}}}]}}`,
			`{"kind":"ResourceSlice","metadata":{"name":"slice-1"},"spec":{"devices":[{"attributes":{"driver-1/uuid":{"string":"GPU-1"},` +
				`"pciBusID":{"string":"0000:18:00.0"}},"name":"device-1"}],"driver":"driver-1","nodeName":"node-1","pool":{"name":"pool-1"}}}`},
		{`{"kind":"ResourceSlice","spec":{"driver":"gpu.nvidia.com"}}`, `"driver":"gpu.nvidia.com"`},
		{`{"kind":"ResourceClaim","metadata":{"name":"jane"},"status":{"reservedFor":[{"resource":"pods","name":"jane"},{"resource":"jobs",` +
			`"name":"jane"}],"allocation":{"devices":{"results":[{"request":"jane/jane-large","driver":"jane.org","pool":"jane","device":"jane"}]},` +
			`"nodeSelector":{"nodeSelectorTerms":[{"matchFields":[{"key":"metadata.name","operator":"In","values":["jane"]}]}]}}}}`,
			`"status":{"allocation":{"devices":{"results":[{"device":"device-1","driver":"driver-1","pool":"pool-1","request":"name-1/name-2"}]},` +
				`"nodeSelector":{"nodeSelectorTerms":[{"matchFields":[{"key":"metadata.name","operator":"In","values":["node-1"]}]}]}},` +
				`"reservedFor":[{"name":"pod-1","resource":"pods"},{"name":"owner-1","resource":"jobs"}]}`},
		{`{"kind":"Pod","spec":{"resourceClaims":[{"name":"jane","resourceClaimName":"jane"}]},"status":{"resourceClaimStatuses":[{"name":"jane",` +
			`"resourceClaimName":"jane"}],"extendedResourceClaimStatus":{"resourceClaimName":"jane","requestMappings":[{"containerName":"jane",` +
			`"requestName":"jane","resourceName":"nvidia.com/gpu"}]}}}`,
			`"spec":{"resourceClaims":[{"name":"name-1","resourceClaimName":"claim-1"}]},"status":{"extendedResourceClaimStatus":{"requestMappings":` +
				`[{"containerName":"container-1","requestName":"name-1","resourceName":"nvidia.com/gpu"}],"resourceClaimName":"claim-1"},` +
				`"resourceClaimStatuses":[{"name":"name-1","resourceClaimName":"claim-1"}]}`},
		{`{"kind":"Pod","spec":{"priorityClassName":"koord-jane"}}`, `"priorityClassName":"class-1"`},
		{`{"kind":"Pod","spec":{"priorityClassName":"system-jane"}}`, `"priorityClassName":"class-1"`},
		{`{"kind":"Pod","spec":{"priorityClassName":"system-node-critical"}}`, `"priorityClassName":"system-node-critical"`},
		{`{"kind":"Pod","status":{"conditions":[{"type":"PodScheduled","reason":"jane"}]}}`, `[{"type":"PodScheduled"}]`},
	} {
		if found := replaced(t, test.object); !strings.Contains(found, test.wanted) || strings.Contains(found, "jane") {
			t.Errorf("%s: found\n%s, expected %s", test.object, found, test.wanted)
		}
	}
}

// The values of labels that libkoord reads stay.
func TestLabelsAreThoseOfKoordctl(t *testing.T) {
	source, err := os.ReadFile("../../../tools/koordctl/session/known_keys.h")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(source), "kLabels[] = {")
	list, _, _ = strings.Cut(list, "}")
	keys := regexp.MustCompile(`[\w.-]+/[\w.-]+`).FindAllString(list, -1)
	if !slices.Equal(keys, readKeys) {
		t.Errorf("found %v, expected koordctl's labels %v", readKeys, keys)
	}
}
