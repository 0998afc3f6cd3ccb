package devices

import (
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/files"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/apis"
	"libkoord.invalid/koord/kubernetes/objects/check"
)

// A valid kubelet_internal_checkpoint with a device that is not reported, and one with a wrong
// checksum.
const (
	content = `{"Data":{"PodDeviceEntries":[{"PodUID":"u","ContainerName":"c","ResourceName":"example.com/x","DeviceIDs":{"0":["x-1"]},"AllocResp":null}],"RegisteredDevices":{}},"Checksum":`
	valid   = content + "22308745}"
	corrupt = content + "1}"
)

type unreportedTest struct {
	*testing.T
	devices   *Devices
	store     *facts.Store
	machine   *koord.Topology
	logged    strings.Builder
	shown     []byte // the last report for the agent's own use
	published []byte
	count     int
}

func newUnreportedTest(t *testing.T) *unreportedTest {
	u := &unreportedTest{T: t, store: facts.New(true)}
	config := &config.Config{NodeName: "node-a"}
	config.Host.Root, config.Reports.NVML = t.TempDir(), "never"
	config.Kubelet.DeviceCheckpoint = filepath.Join(t.TempDir(), "kubelet_internal_checkpoint")
	check.OK(t, config.Complete())
	var err error
	u.machine, err = koord.TopologyFromSynthetic(nil, "numa:1 core:2 pu:1")
	check.OK(t, err)
	u.store.SetMachine(u.machine)
	u.devices, err = New(config, slog.New(slog.NewTextHandler(&u.logged, nil)), u.store, func(text []byte) { u.shown = text },
		func(text []byte) {
			u.published = text
			u.count++
		})
	check.OK(t, err)
	return u
}

// sync states that the pods and the running containers are known.
func (u *unreportedTest) sync() {
	u.store.ServerSynced()
	u.store.ResetRuntime(nil, nil)
}

func (u *unreportedTest) write(text string) {
	u.Helper()
	path := u.devices.checkpoint.Path
	check.OK(u, os.WriteFile(path+".new", []byte(text), 0o600))
	check.OK(u, os.Rename(path+".new", path))
}

// expect looks twice and compares the annotation about the error, "" for none.
func (u *unreportedTest) expect(what, part string) {
	u.Helper()
	for range 2 {
		u.devices.poll(u.Context())
	}
	var got apis.Device
	check.OK(u, json.Unmarshal(u.published, &got))
	text := got.Annotations[objects.AnnotationDevicesCheckpointsError]
	if (part == "") != (text == "") || !strings.Contains(text, part) || got.Annotations[objects.AnnotationDevicesCheckpoints] != "[]" {
		u.Errorf("%s: found %q, expected %q", what, text, part)
	}
}

// The report states that kubelet's assignments are not known as long as they cannot be read.
func TestUnreadableAssignmentsAreReported(t *testing.T) {
	u := newUnreportedTest(t)
	u.sync()
	u.expect("no checkpoint", "")
	u.write(corrupt)
	u.expect("a wrong checksum", "hecksum")
	u.expect("a wrong checksum", u.devices.checkpoint.Path)
	if found := strings.Count(u.logged.String(), "cannot read which devices kubelet assigned"); found != 1 {
		t.Errorf("%d warnings: %s", found, &u.logged)
	}
	u.write(valid)
	u.expect("a valid file", "")
	check.OK(t, os.Truncate(u.devices.checkpoint.Path, files.MostBytes+1))
	u.expect("a large file", "expected at most")
	check.OK(t, os.Remove(u.devices.checkpoint.Path))
	u.expect("no checkpoint again", "")
	if u.count != 5 {
		t.Errorf("published %d times, expected once for each change", u.count)
	}
}

// A report that cannot be made is older than kubelet's assignments once these change.
func TestOutdatedAssignmentsAreReported(t *testing.T) {
	u := newUnreportedTest(t)
	u.sync()
	u.write(valid)
	u.expect("a report", "")
	u.store.SetMachine(nil)
	u.expect("no machine, the same assignments", "")
	u.write(strings.Replace(valid, "{", "{ ", 1))
	u.expect("no machine, other assignments", "kubelet's assignments changed")
	u.store.SetMachine(u.machine)
	u.expect("a machine", "")
}

// Before the first complete report, the API server's Device of an earlier agent stays: it has the
// entries that this one does not know yet.
func TestIncompleteReportsAreNotPublished(t *testing.T) {
	u := newUnreportedTest(t)
	expectNone := func(what, logged string) {
		t.Helper()
		for range 2 {
			u.devices.poll(t.Context())
		}
		if u.count != 0 || u.shown == nil {
			t.Errorf("%s: published %d times (%s), expected only the agent's own report: %s", what, u.count, u.published, u.shown)
		}
		if found := strings.Count(u.logged.String(), logged); found != 1 {
			t.Errorf("%s: found %d times %q, expected once: %s", what, found, logged, &u.logged)
		}
	}
	u.write(corrupt)
	expectNone("a wrong checksum", "the devices are not published until it is read")
	u.sync()
	expectNone("a wrong checksum, with pods", "the devices are not published until it is read")
	u.write(valid)
	u.expect("a valid file", "")
	u.write(corrupt)
	u.expect("a wrong checksum again", "hecksum")
	if u.count != 2 {
		t.Errorf("published %d times, expected 2", u.count)
	}

	u = newUnreportedTest(t)
	u.write(valid)
	expectNone("no pods", "pod list of the API server")
	u.store.ServerSynced()
	expectNone("no containers", "running containers of the runtime")
	u.store.SetMachine(nil)
	u.store.ResetRuntime(nil, nil)
	expectNone("the last report is from before", "cannot read devices")
	u.store.SetMachine(u.machine)
	u.expect("all is known", "")
	if u.count != 1 {
		t.Errorf("published %d times, expected once", u.count)
	}
}

// Schedulers know a static pod by the uid of its mirror pod.
func TestEntriesOfStaticPodsNameTheirMirrors(t *testing.T) {
	const original = "0123456789abcdef0123456789abcdef"
	const text = `{"metadata":{"name":"node-a","annotations":{"` + objects.AnnotationDevicesCheckpoints + `":"[{\"podUID\":\"` + original +
		`\",\"containerName\":\"c\",\"resourceName\":\"nvidia.com/gpu\",\"deviceIDs\":[\"GPU-a\"]}]"}},"future":1}`
	mirror := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "static", UID: "mirror-uid", Annotations: map[string]string{v1.MirrorPodAnnotationKey: original},
		CreationTimestamp: metav1.Time{Time: time.Unix(1, 0)}}}
	got, err := complete([]byte(text), map[string]*v1.Pod{facts.UID(mirror): mirror})
	check.OK(t, err)
	if strings.Contains(string(got), original) || !strings.Contains(string(got), `podUID\":\"mirror-uid`) || !strings.Contains(string(got), `"future":1`) {
		t.Errorf("%s", got)
	}
	mirror.UID = types.UID(original) // not known yet
	same, err := complete([]byte(text), map[string]*v1.Pod{original: mirror})
	check.OK(t, err)
	if string(same) != text {
		t.Errorf("%s", same)
	}
}
