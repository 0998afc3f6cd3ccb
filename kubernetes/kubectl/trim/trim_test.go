package trim

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const full = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","namespace":"team","uid":"u","managedFields":[{"manager":"SECRET"}],
"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"SECRET","vault.example.com/token":"SECRET",
"evilkoordinator.sh/a":"SECRET","scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"0-3\"}"}},
"spec":{"nodeName":"node-a","serviceAccountName":"SECRET","imagePullSecrets":[{"name":"SECRET"}],
"volumes":[{"name":"data","persistentVolumeClaim":{"claimName":"SECRET"}},{"name":"s","secret":{"secretName":"SECRET"}}],
"initContainers":[{"name":"i","env":[{"name":"PASSWORD","value":"SECRET"}],"command":["SECRET"],"envFrom":[{"secretRef":{"name":"SECRET"}}]}],
"containers":[{"name":"c","image":"busybox","command":["SECRET"],"args":["SECRET"],"lifecycle":{"preStop":{"exec":{"command":["SECRET"]}}},
"env":[{"name":"PASSWORD","value":"SECRET"},{"name":"NVIDIA_VISIBLE_DEVICES","value":"0","extra":"SECRET"},
{"name":"NVIDIA_VISIBLE_DEVICES","valueFrom":{"secretKeyRef":{"name":"SECRET"}}}],"livenessProbe":{"httpGet":{"path":"SECRET"}},
"resources":{"requests":{"cpu":"4"}},"ports":[{"containerPort":80,"hostPort":80,"name":"SECRET"}]}]},
"status":{"phase":"Running","podIP":"SECRET","hostIP":"SECRET","containerStatuses":[{"name":"c","state":{"terminated":{"message":"SECRET"}}}]}}`

const kept = `{"apiVersion":"v1","kind":"Pod","metadata":{"annotations":{"scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"0-3\"}"},` +
	`"name":"web","namespace":"team","uid":"u"},"spec":{"containers":[{"env":[{"name":"NVIDIA_VISIBLE_DEVICES","value":"0"}],` +
	`"image":"busybox","name":"c","ports":[{"containerPort":80,"hostPort":80}],"resources":{"requests":{"cpu":"4"}}}],` +
	`"initContainers":[{"name":"i"}],"nodeName":"node-a","volumes":[{"name":"data","persistentVolumeClaim":{}}]},` +
	`"status":{"containerStatuses":[{"name":"c"}],"phase":"Running"}}`

func trimmed(t *testing.T, text string) string {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		t.Fatal(err)
	}
	Object(object)
	out, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestPods(t *testing.T) {
	if found := trimmed(t, full); found != kept {
		t.Errorf("found\n%s\nexpected\n%s", found, kept)
	}
}

// A template of a Reservation is a pod.
func TestNoKindKeepsSecrets(t *testing.T) {
	_, inPod, _ := strings.Cut(full, `"metadata"`)
	for _, text := range []string{
		`{"kind":"Reservation","metadata":{"name":"r"},"spec":{"template":{"metadata"` + inPod[:strings.Index(inPod, `"status":{`)-2] + `},"x":"SECRET"}}`,
		`{"kind":"Node","metadata":{"name":"n","annotations":{"x":"SECRET"}},"spec":{"providerID":"SECRET"},"status":{"addresses":"SECRET"}}`,
		`{"kind":"Secret","metadata":{"name":"n"},"data":{"x":"SECRET"}}`,
		`{"kind":"PodGroup","metadata":{"managedFields":"SECRET"},"spec":{"minMember":2,"x":"SECRET"},"status":"SECRET"}`,
		`{"kind":"Pod","metadata":"SECRET","spec":["SECRET"],"status":{"conditions":["SECRET",{"type":"x","y":"SECRET"},{"type":"SECRET","status":"True"}]}}`,
		`{"kind":"Node","status":{"conditions":[{"type":"Ready","status":"True","reason":"SECRET","message":"SECRET"},{"type":"SECRET"}]}}`,
		`{"kind":"Reservation","status":{"conditions":[{"type":"Ready","reason":"SECRET"}],"currentOwners":[{"name":"a","x":"SECRET"}]}}`,
		`{"kind":"PodGroup","status":{"conditions":[{"type":"Scheduled","message":"SECRET"}]}}`,
		`{"kind":"Device","spec":{"x":"SECRET","devices":[{"x":"SECRET","topology":{"x":"SECRET"},"conditions":[{"message":"SECRET"}],
"vfGroups":[{"x":"SECRET","vfs":[{"x":"SECRET"}]}]}]},"status":{"allocations":[{"entries":[{"name":"SECRET","namespace":"SECRET"}]}]}}`,
	} {
		if !json.Valid([]byte(text)) {
			t.Fatalf("the test is invalid: %s", text)
		}
		found := trimmed(t, text)
		if strings.Contains(found, "SECRET") || !strings.Contains(found, `"kind"`) {
			t.Errorf("found %s", found)
		}
	}
}

func TestDevicesKeepTheFieldsThatAreRead(t *testing.T) {
	const device = `{"kind":"Device","metadata":{"name":"node-a"},"spec":{"devices":[{"deviceType":"gpu","health":true,"id":"GPU-1",` +
		`"labels":{"a":"b"},"minor":0,"moduleID":1,"resources":{"koordinator.sh/gpu-core":"100"},"topology":{"busID":"0000:18:00.0",` +
		`"nodeID":0,"pcieID":"p","socketID":0},"type":"gpu","uuid":"GPU-1","vfGroups":[{"labels":{"a":"b"},"vfs":[{"busID":"b","minor":-1}]}]}]}}`
	if found := trimmed(t, device); found != device {
		t.Errorf("found\n%s\nexpected\n%s", found, device)
	}
}

// Other attributes, requests and configurations do not leave the API server.
func TestClaimsKeepTheFieldsThatAreRead(t *testing.T) {
	for _, test := range []struct{ object, kept string }{
		{`{"kind":"ResourceSlice","metadata":{"name":"s"},"spec":{"driver":"d","nodeName":"n","x":"SECRET","pool":{"name":"n","generation":2,` +
			`"resourceSliceCount":1,"x":"SECRET"},"devices":[{"name":"g","capacity":{"memory":{"value":"SECRET"}},"attributes":{` +
			`"UUID":{"string":"GPU-1"},"d/pciBusID":{"string":"0000:18:00.0","x":"SECRET"},"uuid":{"int":7},"model":{"string":"SECRET"}}},` +
			`{"name":"h","attributes":"SECRET"},"SECRET"]}}`,
			`{"kind":"ResourceSlice","metadata":{"name":"s"},"spec":{"devices":[{"attributes":{"UUID":{"string":"GPU-1"},` +
				`"d/pciBusID":{"string":"0000:18:00.0"}},"name":"g"},{"name":"h"},null],"driver":"d","nodeName":"n",` +
				`"pool":{"generation":2,"name":"n","resourceSliceCount":1}}}`},
		{`{"kind":"ResourceClaim","metadata":{"name":"c","annotations":{"x":"SECRET"}},"spec":{"devices":"SECRET"},"status":{"devices":"SECRET",` +
			`"reservedFor":[{"resource":"pods","name":"p","uid":"u"}],"allocation":{"devices":{"config":[{"opaque":"SECRET"}],"results":[` +
			`{"request":"r","driver":"d","pool":"n","device":"g","adminAccess":true,"x":"SECRET"}]},"nodeSelector":{"nodeSelectorTerms":[]}}}}`,
			`{"kind":"ResourceClaim","metadata":{"name":"c"},"status":{"allocation":{"devices":{"results":[{"adminAccess":true,"device":"g",` +
				`"driver":"d","pool":"n","request":"r"}]},"nodeSelector":{"nodeSelectorTerms":[]}},` +
				`"reservedFor":[{"name":"p","resource":"pods","uid":"u"}]}}`},
		{`{"kind":"Pod","status":{"resourceClaimStatuses":[{"name":"a","resourceClaimName":"c","x":"SECRET"}],"extendedResourceClaimStatus":` +
			`{"resourceClaimName":"c","x":"SECRET","requestMappings":[{"containerName":"m","resourceName":"r","requestName":"q"}]}}}`,
			`{"kind":"Pod","status":{"extendedResourceClaimStatus":{"requestMappings":[{"containerName":"m","requestName":"q","resourceName":"r"}],` +
				`"resourceClaimName":"c"},"resourceClaimStatuses":[{"name":"a","resourceClaimName":"c"}]}}`},
	} {
		if found := trimmed(t, test.object); found != test.kept {
			t.Errorf("found\n%s\nexpected\n%s", found, test.kept)
		}
	}
}

func TestIdentitiesAreThoseOfTheLibrary(t *testing.T) {
	source, err := os.ReadFile("../../../src/wire/device/resource_objects.cc")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(source), "kIdentities[] = {")
	list, _, _ = strings.Cut(list, "}")
	var names []string
	for _, match := range regexp.MustCompile(`"(\w+)"`).FindAllStringSubmatch(list, -1) {
		names = append(names, match[1])
	}
	if !slices.Equal(names, Identities) {
		t.Errorf("found %v, expected the library's %v", Identities, names)
	}
}

func TestConditionsThatAreReadStay(t *testing.T) {
	for _, object := range []string{
		`{"kind":"Pod","status":{"conditions":[{"message":"m","reason":"r","status":"False","type":"PodScheduled"}]}}`,
		`{"kind":"Node","status":{"conditions":[{"status":"True","type":"DiskPressure"},{"status":"True","type":"MemoryPressure"},` +
			`{"status":"True","type":"NetworkUnavailable"},{"status":"True","type":"PIDPressure"},{"status":"Unknown","type":"Ready"}]}}`,
		`{"kind":"Reservation","status":{"conditions":[{"lastTransitionTime":"t","status":"True","type":"Scheduled"}]}}`,
	} {
		if found := trimmed(t, object); found != object {
			t.Errorf("found\n%s\nexpected\n%s", found, object)
		}
	}
}

func TestConditionsOfNodesAreThoseOfKoordctl(t *testing.T) {
	source, err := os.ReadFile("../../../tools/koordctl/session/node_filters.cc")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, match := range regexp.MustCompile(`\{"(\w+)", "(?:True|False|Unknown)", "node\.`).FindAllStringSubmatch(string(source), -1) {
		found[match[1]] = true
	}
	kept := strings.Fields(conditions["Node"])
	if len(found) != len(kept) {
		t.Errorf("koordctl reads %v, kept are %v", found, kept)
	}
	for _, name := range kept {
		if !found[name] {
			t.Errorf("koordctl does not read %s", name)
		}
	}
}
