package validate

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	v1 "k8s.io/api/core/v1"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects"
	"libkoord.invalid/koord/kubernetes/objects/similar"
	"libkoord.invalid/koord/kubernetes/webhook/config"
)

// Fault is a request that no node can satisfy in any state.
type Fault struct {
	Field    string // path in the pod
	Sentence string
}

// Library judges requests with the code that koord-scheduler uses. A wrong request is wrong on every
// node in any state, so one node without anything is enough; the cluster is not known here. Its
// methods are thread-safe.
type Library struct {
	cluster  *koord.Cluster
	builders sync.Pool
}

// NewLibrary returns a judge with the scheduler's arguments.
func NewLibrary(args *config.SchedulerArgs) (*Library, error) {
	text, err := args.Library()
	if err != nil {
		return nil, err
	}
	cluster, err := koord.NewCluster(nil, koord.ClusterOptions{}, text)
	if err != nil {
		return nil, fmt.Errorf("schedulerArgs: %s", sentence(err))
	}
	if _, err := cluster.SetNode([]byte(`{"metadata":{"name":"any"},"status":{"allocatable":{"pods":"110"}}}`)); err != nil {
		return nil, err
	}
	return &Library{cluster: cluster}, nil
}

// Close releases the library's memory.
func (l *Library) Close() error { return l.cluster.Close() }

// Judge returns why a pod's request is wrong, or nil if nodes decide.
func (l *Library) Judge(pod *v1.Pod) (*Fault, error) {
	if pod.Name == "" { // it will be generated
		named := *pod
		if named.Name = strings.TrimRight(pod.GenerateName, "-"); named.Name == "" {
			named.Name = "unnamed"
		}
		pod = &named
	}
	converted, err := l.convert(pod)
	switch {
	case errors.Is(err, koord.ErrInvalid) || errors.Is(err, koord.ErrLimit):
		return faultOf(sentence(err)), nil
	case err != nil:
		return nil, err
	}
	defer converted.Close()
	var row [1]koord.Verdict
	count, _, err := l.cluster.EvaluateInto(converted, nil, row[:])
	switch {
	case errors.Is(err, koord.ErrInvalid) || errors.Is(err, koord.ErrLimit):
		return faultOf(sentence(err)), nil
	case err != nil:
		return nil, err
	case count == 0 || row[0].Flags&koord.VerdictInvalidRequest == 0:
		return nil, nil
	}
	refusal, _, err := l.cluster.Judge(converted, nil, row[0].Node)
	if err != nil || !refusal.Refused() {
		return nil, err
	}
	return &Fault{Field: l.fieldOf(pod, &refusal), Sentence: l.words(refusal)}, nil
}

func (l *Library) convert(pod *v1.Pod) (*koord.Pod, error) {
	builder, _ := l.builders.Get().(*koord.PodBuilder)
	if builder == nil {
		var err error
		if builder, err = koord.NewPodBuilder(); err != nil {
			return nil, err
		}
	}
	defer l.builders.Put(builder)
	if err := objects.FillPod(builder, pod); err != nil {
		return nil, err
	}
	return builder.Pod(nil)
}

func (l *Library) words(refusal koord.Refusal) string {
	if text, err := l.cluster.FormatRefusal(refusal); err == nil {
		return text
	}
	return refusal.String()
}

// sentence returns the message of a library error without its prefix.
func sentence(err error) string {
	var failure *koord.Error
	if errors.As(err, &failure) && failure.Message != "" {
		return failure.Message
	}
	return err.Error()
}

var (
	fieldInMessage = regexp.MustCompile(`^Pod [^ ]*: ((?:spec|metadata|status)[^ ]*): `)
	choices        = regexp.MustCompile(`found "([^"]*)", expected (?:one of )?("?[A-Za-z-]+"?(?:(?:, | or )"?[A-Za-z-]+"?)*)$`)
	separator      = regexp.MustCompile(`, | or `)
)

// faultOf reads the field from a message, and adds the value that the author probably meant.
func faultOf(message string) *Fault {
	fault := &Fault{Sentence: message}
	if found := fieldInMessage.FindStringSubmatch(message); found != nil {
		fault.Field = found[1]
		_, fault.Sentence, _ = strings.Cut(message, found[1]+": ")
	}
	if found := choices.FindStringSubmatch(message); found != nil {
		if meant := similar.Nearest(found[1], separator.Split(strings.ReplaceAll(found[2], `"`, ""), -1)); meant != "" {
			fault.Sentence += ": did you mean " + meant + "?"
		}
	}
	return fault
}
