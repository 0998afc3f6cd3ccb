package koord_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"libkoord.invalid/koord"
)

func TestClusterFromFiles(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		ok(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	web := write("web.json", `{"kind":"StatefulSet","metadata":{"name":"web"},"spec":{"replicas":2,"template":{"spec":{
		"containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}]}}}}`)
	node := write("node.json", `{"kind":"List","items":[{"kind":"Node","metadata":{"name":"a"},
		"status":{"allocatable":{"cpu":"8","pods":"10"}}},{"kind":"Node","metadata":{"name":7}}]}`)
	cluster, objects, err := koord.ClusterFromFiles(koord.ClusterOptions{}, web, node)
	ok(t, err)
	defer cluster.Close()
	defer objects.Close()
	rows := must[[]koord.AddedObject](t)(objects.Rows())
	if len(rows) != 5 || rows[1].Name != "web-0" || rows[1].Kind != koord.AddedKindPod || rows[3].Result != koord.AddedResultAdded ||
		rows[4].Result != koord.AddedResultRefused || rows[4].Status != koord.ErrInvalid || rows[4].Index != 2 || rows[4].Message == "" {
		t.Fatalf("%+v", rows)
	}
	for row := 1; row < 3; row++ {
		pod := must[*koord.Pod](t)(objects.Pod(row))
		reserve(t, cluster, pod, 0)
		pod.Close()
		text, err := objects.PodJSON(row)
		isJSON(t, text, err)
	}
	if _, _, err = koord.ClusterFromFiles(koord.ClusterOptions{}, filepath.Join(folder, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	marked := write("marked.json", "\xEF\xBB\xBF"+`{"kind":"Node","metadata":{"name":"b"}}`)
	for text, says := range map[string]string{"{": "line 1, byte 0: the bracket does not close", " \n": "empty; ",
		"\xEF\xBB\xBF": "empty; ", "{}\n]": "line 2, byte 3: "} {
		bad := write("bad.json", text)
		for _, paths := range [][]string{{bad}, {bad, web}, {web, marked, bad}} {
			_, _, err = koord.ClusterFromFiles(koord.ClusterOptions{}, paths...)
			if !errors.Is(err, koord.ErrInvalid) || !strings.Contains(err.Error(), bad+": "+says) {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
	whole := `{"kind":"Node","metadata":{"name":"a"}}`
	for cut := 1; cut < len(whole); cut++ {
		cluster, objects, err := koord.ClusterFromFiles(koord.ClusterOptions{}, write("1", whole[:cut]), write("2", whole[cut:]))
		if err != nil {
			continue
		}
		if must[koord.ClusterInfo](t)(cluster.Info()).Nodes != 0 {
			t.Errorf("file 2 continues file 1 at byte %d", cut)
		}
		objects.Close()
		cluster.Close()
	}
	for _, parts := range [][2]string{{"[" + whole + ",", "," + whole + "]"}, {"[" + whole + ",", whole + "]"},
		{`{"kind":"Node","metadata":{"name":"a"},"x":[`, "]}"}, {`{"kind":"Node","metadata":{"name":"a"},"x":[1,`, ",2]}"}} {
		first := write("1", parts[0])
		_, _, err := koord.ClusterFromFiles(koord.ClusterOptions{}, first, write("2", parts[1]))
		if !errors.Is(err, koord.ErrInvalid) || !strings.Contains(err.Error(), first+": ") {
			t.Errorf("%q: %v", parts, err)
		}
	}
	both, rest, err := koord.ClusterFromFiles(koord.ClusterOptions{}, marked, marked, web)
	ok(t, err)
	defer both.Close()
	defer rest.Close()
	if rows := must[[]koord.AddedObject](t)(rest.Rows()); len(rows) != 5 || rows[0].Status != koord.ErrConflict {
		t.Errorf("%+v", rows)
	}
	claimed(t)
	none, empty, err := koord.ClusterFromFiles(koord.ClusterOptions{})
	ok(t, err)
	none.Close()
	empty.Close()
	if _, _, err = koord.ClusterFromFiles(koord.ClusterOptions{Profile: 99}); !errors.Is(err, koord.ErrInvalid) {
		t.Error(err)
	}
}

// claimed adds the objects of the example, in which a claim holds one of two GPUs.
func claimed(t *testing.T) {
	t.Helper()
	cluster, objects, err := koord.ClusterFromFiles(koord.ClusterOptions{}, "../../examples/claims.json")
	ok(t, err)
	defer cluster.Close()
	defer objects.Close()
	judge := func(row int) koord.Reason {
		pod := must[*koord.Pod](t)(objects.Pod(row))
		defer pod.Close()
		refusal, _, err := cluster.Judge(pod, nil, 0)
		ok(t, err)
		return refusal.Reason
	}
	const train, render = 5, 6
	rows := must[[]koord.AddedObject](t)(objects.Rows())
	if rows[2].Kind != koord.AddedKindResourceSlice || rows[3].Kind != koord.AddedKindResourceClaim || rows[3].Namespace != "default" {
		t.Errorf("%+v", rows)
	}
	if found := judge(train); found != koord.ReasonNotEnoughDevices {
		t.Errorf("2 GPUs: %v", found)
	}
	if found := judge(render); found != koord.ReasonNone {
		t.Errorf("1 GPU: %v", found)
	}
	ok(t, cluster.RemoveResourceSlice("gpu-a-gpus"))
	if found := judge(render); found != koord.ReasonDevicesNotReported {
		t.Errorf("without the slice: %v", found)
	}
	ok(t, cluster.RemoveResourceClaim("default/inference-gpu"))
	if found := judge(train); found != koord.ReasonNone {
		t.Errorf("without the claim: %v", found)
	}
	if err := cluster.RemoveResourceClaim("default/inference-gpu"); !errors.Is(err, koord.ErrNotFound) {
		t.Error(err)
	}
}
