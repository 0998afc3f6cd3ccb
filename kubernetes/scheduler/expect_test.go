package scheduler

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/klog/v2"
	"k8s.io/klog/v2/textlogger"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
)

// until waits for up to a minute.
func (w *world) until(what string, is func() bool) {
	w.t.Helper()
	for deadline := time.Now().Add(60 * time.Second); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			w.t.Fatalf("not within a minute: %s\n%s", what, w.pods())
		}
	}
}

// pods returns the node of each pod, or the reason for which it waits.
func (w *world) pods() (lines string) {
	list, err := w.client.CoreV1().Pods(metav1.NamespaceAll).List(w.ctx, metav1.ListOptions{})
	if err != nil {
		return err.Error()
	}
	for i := range list.Items {
		pod := &list.Items[i]
		lines += fmt.Sprintf("%s on %q", pod.Name, pod.Spec.NodeName)
		for _, condition := range pod.Status.Conditions {
			lines += fmt.Sprintf(", %s %s: %s", condition.Type, condition.Status, condition.Message)
		}
		lines += "\n"
	}
	return lines
}

// bound waits until a pod is bound.
func (w *world) bound(name string) *v1.Pod {
	w.t.Helper()
	w.until(name+" is bound", func() bool { return w.get(name).Spec.NodeName != "" })
	return w.get(name)
}

// unschedulable waits for the condition with the reason for which a pod waits.
func (w *world) unschedulable(name string) (message string) {
	w.t.Helper()
	w.until(name+" is found unschedulable", func() bool {
		for _, condition := range w.get(name).Status.Conditions {
			// The informers of a new scheduler may deliver the pod before the nodes. It is tried again then.
			isEarly := condition.Message == "no nodes available to schedule pods"
			if condition.Type == v1.PodScheduled && condition.Status == v1.ConditionFalse && !isEarly {
				message = condition.Message
				return true
			}
		}
		return false
	})
	return message
}

// holds returns the CPUs in a pod's annotation.
func (w *world) holds(bound *v1.Pod) koord.CPUSet {
	w.t.Helper()
	text := bound.Annotations[objects.AnnotationResourceStatus]
	if text == "" {
		return nil
	}
	return cpusOf(w.t, text)
}

// cpusOf returns the CPUs in a resource-status.
func cpusOf(t *testing.T, text string) koord.CPUSet {
	t.Helper()
	var status struct {
		CPUSet string `json:"cpuset"`
	}
	err := json.Unmarshal([]byte(text), &status)
	if err != nil {
		t.Fatal(err)
	}
	cpus, err := koord.ParseCPUSet(status.CPUSet)
	if err != nil {
		t.Fatal(err)
	}
	return cpus
}

// lead makes this process the leader and returns its log.
func (w *world) lead() *lockedText {
	log := &lockedText{}
	go w.state.Lead(klog.NewContext(w.ctx, textlogger.NewLogger(textlogger.NewConfig(textlogger.Output(log)))))
	return log
}

// lockedText collects lines of several goroutines.
type lockedText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedText) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
