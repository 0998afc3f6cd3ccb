package koord_test

import (
	"errors"
	"os"
	"path/filepath"
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
	if _, _, err = koord.ClusterFromFiles(koord.ClusterOptions{}, write("bad", "{")); !errors.Is(err, koord.ErrInvalid) {
		t.Error(err)
	}
	if _, _, err = koord.ClusterFromFiles(koord.ClusterOptions{Profile: 99}); !errors.Is(err, koord.ErrInvalid) {
		t.Error(err)
	}
}
