package koord

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
)

// ClusterFromFiles creates a cluster from files with API objects, as "kubectl get -o json" prints
// them, in any order. objects has the result of each object and the pods to place; an object that
// cannot be added is in objects and is not an error. Indices count the objects of all files. Close
// both. The package has no dependencies: convert YAML to JSON first, for example by
// sigs.k8s.io/yaml. Errors: those of os.ReadFile and Cluster.AddObjects, with the name of the file,
// and ErrInvalid for an empty file.
func ClusterFromFiles(options ClusterOptions, paths ...string) (cluster *Cluster, objects *AddedObjects, err error) {
	files := make([][]byte, len(paths))
	for i, path := range paths {
		if files[i], err = os.ReadFile(path); err != nil {
			return nil, nil, err
		}
		if len(bytes.TrimSpace(bytes.TrimPrefix(files[i], byteOrderMark))) == 0 {
			return nil, nil, invalid("cluster_add_objects", path+": empty; kubectl get prints nothing if the cluster "+
				"lacks one of the resource types: leave that type out")
		}
	}
	if cluster, err = NewCluster(nil, options, nil); err != nil {
		return nil, nil, err
	}
	if objects, err = cluster.AddObjects(joined(files)); err != nil {
		cluster.Close()
		return nil, nil, inFile(err, paths, files)
	}
	return cluster, objects, nil
}

var byteOrderMark = []byte("\xEF\xBB\xBF")

// joined returns the documents of all files. The empty lists end what a file leaves open, so that
// the next file does not continue it.
func joined(files [][]byte) []byte {
	return append(append([]byte("[]\n"), bytes.Join(files, []byte("\n[]\n"))...), "\n[]"...)
}

// inFile returns the error of the first file that is invalid by itself, with its name, or err if
// there is none.
func inFile(err error, paths []string, files [][]byte) error {
	if !errors.Is(err, ErrInvalid) && !errors.Is(err, ErrLimit) {
		return err
	}
	for i, file := range files {
		alone, failure := NewCluster(nil, ClusterOptions{}, nil)
		if failure != nil {
			return err
		}
		objects, failure := alone.AddObjects(file)
		objects.Close()
		alone.Close()
		var of *Error
		if errors.As(failure, &of) {
			return &Error{Op: of.Op, Code: of.Code, Message: fmt.Sprintf("%s: %s", paths[i], strings.TrimPrefix(of.Message, "json: "))}
		}
	}
	return err
}
