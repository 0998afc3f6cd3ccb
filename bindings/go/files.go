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
	for i, file := range files {
		if isClosed(file) {
			continue
		}
		if err = inFile(nil, paths[i:i+1], files[i:i+1]); err != nil {
			return nil, nil, err
		}
	}
	if cluster, err = NewCluster(nil, options, nil); err != nil {
		return nil, nil, err
	}
	if objects, err = cluster.AddObjects(joined(files)); err != nil {
		cluster.Close()
		if errors.Is(err, ErrInvalid) || errors.Is(err, ErrLimit) {
			err = inFile(err, paths, files)
		}
		return nil, nil, err
	}
	return cluster, objects, nil
}

var byteOrderMark = []byte("\xEF\xBB\xBF")

// joined returns the documents of all files.
func joined(files [][]byte) []byte {
	return append(append([]byte("[]\n"), bytes.Join(files, []byte("\n[]\n"))...), "\n[]"...)
}

// isClosed returns false if the text leaves a bracket or a string open, which the next file would
// continue.
func isClosed(text []byte) bool {
	open, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			inString = !inString
		case inString:
			if c == '\\' {
				i++
			}
		case c == '[' || c == '{':
			open++
		case (c == ']' || c == '}') && open > 0:
			open--
		}
	}
	return open == 0 && !inString
}

// inFile returns the error of the first file that is invalid by itself, with its name, or err if
// there is none.
func inFile(err error, paths []string, files [][]byte) error {
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
