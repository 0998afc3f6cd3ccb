package apiserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/yaml"

	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/files"
)

// Files reads the node's pods and its Node from files, in place of the API server. Other objects
// are ignored.
type Files struct {
	node      string
	log       *slog.Logger
	facts     *facts.Store
	watched   []*files.Watched
	polled    bool
	pods      map[string]*v1.Pod // those passed to the store, by uid
	lastError string             // last error, logged once
	invalid   map[string]string  // errors of pods that cannot be read, logged once, by name
}

// NewFiles returns a reader of apiServer.files.
func NewFiles(settings *config.Config, log *slog.Logger, store *facts.Store) *Files {
	f := &Files{node: settings.NodeName, log: log, facts: store}
	for _, path := range settings.APIServer.Files {
		f.watched = append(f.watched, &files.Watched{Path: path})
	}
	return f
}

// Poll applies changed files. Files that are missing or cannot be read change nothing.
func (f *Files) Poll(context.Context) {
	changed := false
	for _, file := range f.watched {
		changed = file.Poll(f.log, func(text []byte) ([]byte, error) {
			_, err := objectsOf(text)
			return text, err
		}) || changed
	}
	if !changed && f.polled {
		return
	}
	f.polled = true
	found := contents{pods: map[string]*v1.Pod{}, invalid: map[string]string{}}
	err := f.apply(&found)
	f.warn(found.invalid, err == nil)
	switch {
	case err == nil && f.lastError != "":
		f.lastError = ""
		f.log.Info("pods can be read again")
	case err != nil && f.lastError != err.Error():
		f.lastError = err.Error()
		f.log.Warn("cannot use the files with pods; the last known pods stay in force", "error", err)
	}
}

// warn logs the errors of pods that are new. all is false if some files were not read.
func (f *Files) warn(invalid map[string]string, all bool) {
	for _, pod := range slices.Sorted(maps.Keys(invalid)) {
		if f.invalid[pod] != invalid[pod] {
			f.log.Warn("invalid pod is not managed", "pod", pod, "error", invalid[pod])
		}
	}
	if !all {
		for pod, text := range f.invalid {
			if invalid[pod] == "" {
				invalid[pod] = text
			}
		}
	}
	f.invalid = invalid
}

func (f *Files) apply(found *contents) error {
	for _, file := range f.watched {
		if file.Text == nil {
			return fmt.Errorf("apiServer.files: found %q, expected a readable file: no such file", file.Path)
		}
		objects, err := objectsOf(file.Text)
		if err != nil {
			return fmt.Errorf("apiServer.files: %s: %w", file.Path, err)
		}
		for _, object := range objects {
			if err := found.add(object, f.node); err != nil {
				return fmt.Errorf("apiServer.files: %s: %w", file.Path, err)
			}
		}
	}
	if len(found.pods) == 0 && found.elsewhere != "" {
		return fmt.Errorf("apiServer.files: found pods of node %q only, expected those of node %q; set nodeName, or give all pods of the node",
			found.elsewhere, f.node)
	}
	for uid := range f.pods {
		if found.pods[uid] == nil {
			f.facts.RemovePod(uid)
		}
	}
	for uid, pod := range found.pods {
		f.facts.SetPod(uid, pod)
	}
	f.pods = found.pods
	if found.nodeText != nil {
		f.facts.SetNode(found.nodeText)
	}
	f.facts.ServerSynced()
	return nil
}

// contents are the objects of all files.
type contents struct {
	pods      map[string]*v1.Pod
	invalid   map[string]string // errors of pods that cannot be read, by name
	nodeText  []byte            // nil if there is no Node
	elsewhere string            // a node of other pods
}

// add adds an object. A pod that cannot be read is left out.
func (c *contents) add(object json.RawMessage, node string) error {
	var meta struct {
		metav1.TypeMeta
		Metadata struct {
			Name, Namespace string
		}
		Spec struct{ NodeName string }
	}
	if err := json.Unmarshal(object, &meta); err != nil {
		return fmt.Errorf("found an object that cannot be read: %w", err)
	}
	switch meta.Kind {
	case "Node":
		if meta.Metadata.Name != node {
			return nil
		}
		var full v1.Node
		if err := json.Unmarshal(object, &full); err != nil {
			return fmt.Errorf("Node %s: %w", node, err)
		}
		trimmed, err := facts.TrimNode(&full)
		if err != nil {
			return err
		}
		c.nodeText, err = json.Marshal(trimmed)
		return err
	case "Pod":
		if meta.Spec.NodeName != node {
			c.elsewhere = meta.Spec.NodeName
			return nil
		}
		var full v1.Pod
		if err := json.Unmarshal(object, &full); err != nil {
			c.invalid[meta.Metadata.Namespace+"/"+meta.Metadata.Name] = err.Error()
			return nil
		}
		return c.addPod(&full)
	}
	return nil
}

func (c *contents) addPod(pod *v1.Pod) error {
	uid := facts.UID(pod)
	if uid == "" {
		return fmt.Errorf("pod %s/%s: metadata.uid: found none, expected a pod as kubectl or kubelet prints it", pod.Namespace, pod.Name)
	}
	trimmed, err := facts.TrimPod(pod)
	if err != nil {
		return err
	}
	before := c.pods[uid]
	switch {
	case before == nil || facts.IsMirror(before): // a pod may claim to be a copy of any pod
		c.pods[uid] = trimmed.(*v1.Pod)
	case !facts.IsMirror(pod):
		return fmt.Errorf("pod %s/%s: found uid %s twice", pod.Namespace, pod.Name, uid)
	}
	return nil
}

// objectsOf returns the objects of a file in YAML or JSON, including those of lists.
func objectsOf(text []byte) (out []json.RawMessage, err error) {
	decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(text), 4096)
	for {
		var object json.RawMessage
		if err := decoder.Decode(&object); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		var list struct {
			Kind  string
			Items []json.RawMessage
		}
		if string(object) == "null" {
			continue // an empty document
		}
		if err := json.Unmarshal(object, &list); err != nil {
			return nil, err
		}
		switch list.Kind {
		case "List":
			out = append(out, list.Items...)
		case "PodList", "NodeList": // kubelet's items have no kind
			for _, item := range list.Items {
				var members map[string]json.RawMessage
				if err := json.Unmarshal(item, &members); err != nil {
					return nil, err
				}
				members["kind"], _ = json.Marshal(list.Kind[:len(list.Kind)-len("List")])
				item, _ = json.Marshal(members)
				out = append(out, item)
			}
		case "":
			return nil, errors.New("kind: found none, expected objects as kubectl prints them")
		default:
			out = append(out, object)
		}
	}
	if len(out) == 0 {
		if len(bytes.TrimSpace(text)) == 0 {
			return nil, errors.New("found nothing, expected objects as kubectl prints them")
		}
	}
	return out, nil
}
