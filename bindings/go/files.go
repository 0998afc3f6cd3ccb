package koord

import (
	"bytes"
	"os"
)

// ClusterFromFiles creates a cluster from files with API objects, as "kubectl get -o json" prints
// them, in any order. objects has the result of each object and the pods to place; an object that
// cannot be added is in objects and is not an error. Close both. The package has no dependencies:
// convert YAML to JSON first, for example by sigs.k8s.io/yaml. Errors: those of os.ReadFile and
// Cluster.AddObjects.
func ClusterFromFiles(options ClusterOptions, paths ...string) (cluster *Cluster, objects *AddedObjects, err error) {
	var text bytes.Buffer
	text.WriteString("[]") // a text of no objects is not empty
	for _, path := range paths {
		file, err := os.ReadFile(path)
		if err != nil {
			return nil, nil, err
		}
		text.Write(file)
		text.WriteByte('\n')
	}
	if cluster, err = NewCluster(nil, options, nil); err != nil {
		return nil, nil, err
	}
	if objects, err = cluster.AddObjects(text.Bytes()); err != nil {
		cluster.Close()
		return nil, nil, err
	}
	return cluster, objects, nil
}
