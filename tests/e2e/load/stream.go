package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// ledger is a file with a line for each pod that was created, and for each that is deleted.
type ledger struct {
	sync.Mutex
	file *os.File
}

func (l *ledger) write(event, name string) error {
	l.Lock()
	defer l.Unlock()
	_, err := fmt.Fprintln(l.file, event, name)
	return err
}

// readLedger returns the pods that were created and not deleted.
func readLedger(path string) (map[string]bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	expected := map[string]bool{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		switch event, name, _ := strings.Cut(lines.Text(), " "); event {
		case "created":
			expected[name] = true
		case "deleted":
			delete(expected, name)
		default:
			return nil, fmt.Errorf("%s: found %q, expected created or deleted", path, lines.Text())
		}
	}
	return expected, nil
}

// stream creates pods as controllers do: without a pause, and again until the API server has accepted them.
type stream struct {
	*clients
	ledger           *ledger
	mu               sync.Mutex
	created, retries int
	longest          time.Duration
	keepWaiting      bool // pods that wait for kube-scheduler are not deleted
}

func (s *stream) create(ctx context.Context, pod *v1.Pod) error {
	since, tries := time.Now(), 0
	for ; ; tries++ {
		_, err := s.kube.CoreV1().Pods(namespace).Create(ctx, pod, metav1.CreateOptions{})
		if err == nil || apierrors.IsAlreadyExists(err) {
			break
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(since) > 2*time.Minute {
			return fmt.Errorf("pod %s: not created after %d attempts: %w", pod.Name, tries+1, err)
		}
		time.Sleep(200 * time.Millisecond)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.created++
	s.retries += tries
	s.longest = max(s.longest, time.Since(since))
	return s.ledger.write("created", pod.Name)
}

// retire deletes an old pod.
func (s *stream) retire(ctx context.Context, name string) error {
	var pod *v1.Pod
	err := persist(ctx, func() (err error) {
		pod, err = s.kube.CoreV1().Pods(namespace).Get(ctx, name, metav1.GetOptions{})
		return err
	})
	waits := err == nil && pod.Spec.NodeName == "" && pod.Spec.SchedulerName == v1.DefaultSchedulerName
	if apierrors.IsNotFound(err) || waits && s.keepWaiting {
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.ledger.write("deleted", name); err != nil {
		return err
	}
	return persist(ctx, func() error {
		err := s.kube.CoreV1().Pods(namespace).Delete(ctx, name, metav1.DeleteOptions{})
		if apierrors.IsNotFound(err) {
			return nil
		}
		return err
	})
}

// flow is a stream of drawn pods, of which every fifth requests no GPU.
type flow struct {
	*stream
	random       *rand.Rand
	prefix       string
	most         int
	whole, plain []shape
	names        []string
	failed       chan error
	all          sync.WaitGroup
}

// next creates one more pod, and then deletes an old one if there are too many.
func (f *flow) next(ctx context.Context) {
	shapes := f.whole
	if len(f.names)%5 == 4 {
		shapes = f.plain
	}
	d := &drawer{f.random, f.prefix, v1.DefaultSchedulerName, shapes}
	pods, _ := d.draw(1)
	pods[0].Name = fmt.Sprintf("%s-%06d-%s", f.prefix, len(f.names), shapes[0].name)
	f.names = append(f.names, pods[0].Name)
	number, old := len(f.names), f.names[max(0, len(f.names)-1-f.most/2)]
	f.all.Go(func() {
		err := f.create(ctx, pods[0])
		if err == nil && number > f.most {
			err = f.retire(ctx, old)
		}
		if err != nil {
			select {
			case f.failed <- err:
			default:
			}
		}
	})
}

func streamCommand(ctx context.Context, c *clients, arguments []string) error {
	flags := flag.NewFlagSet("stream", flag.ExitOnError)
	rate := flags.Float64("rate", 10, "pods a second")
	most := flags.Int("most", 500, "pods: the first half of them stays, others are deleted when there are more")
	prefix := flags.String("prefix", "s", "of names")
	path := flags.String("ledger", "", "file to which the names of created and deleted pods are appended")
	seed := flags.Uint64("seed", 1, "of the draw")
	keep := flags.Bool("keep-waiting", false, "do not delete pods that wait for kube-scheduler")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	file, err := os.OpenFile(*path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("-ledger: %w", err)
	}
	defer file.Close()
	f := &flow{stream: &stream{clients: c, ledger: &ledger{file: file}, keepWaiting: *keep}, random: rand.New(rand.NewPCG(*seed, 4)), prefix: *prefix,
		most: *most, failed: make(chan error, 1)}
	if f.whole, err = shapesOf("plugin-gpu"); err != nil {
		return err
	}
	if f.plain, err = shapesOf("plain"); err != nil {
		return err
	}
	// Creations that have begun are finished.
	creating, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Hour)
	defer cancel()
	for tick := time.NewTicker(time.Duration(float64(time.Second) / *rate)); ; {
		select {
		case <-ctx.Done():
			f.all.Wait()
			select {
			case err := <-f.failed:
				return err
			default:
			}
			fmt.Printf("stream: %d pods created, %d attempts repeated, the longest took %.1f s\n", f.created, f.retries, f.longest.Seconds())
			return nil
		case err := <-f.failed:
			return err
		case <-tick.C:
			f.next(creating)
		}
	}
}

// again creates a pod again, as a controller does after its deletion.
func (c *clients) again(ctx context.Context, pod *v1.Pod) error {
	fresh := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name, Labels: pod.Labels},
		Spec: *pod.Spec.DeepCopy()}
	fresh.Spec.NodeName, fresh.Spec.SchedulerName = "", v1.DefaultSchedulerName
	grace := int64(1)
	options := metav1.DeleteOptions{GracePeriodSeconds: &grace, Preconditions: metav1.NewUIDPreconditions(string(pod.UID))}
	tries := 0
	err := persist(ctx, func() error {
		tries++
		return c.kube.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, options)
	})
	gone := apierrors.IsNotFound(err) || apierrors.IsConflict(err)
	switch {
	case gone && tries == 1: // somebody else has deleted it
		return nil
	case err != nil && !gone:
		return err
	}
	return persist(ctx, func() error {
		created, err := c.kube.CoreV1().Pods(pod.Namespace).Create(ctx, fresh, metav1.CreateOptions{})
		if apierrors.IsAlreadyExists(err) { // it is ending, or the answer was lost
			created, err = c.kube.CoreV1().Pods(pod.Namespace).Get(ctx, pod.Name, metav1.GetOptions{})
			if err != nil || created.UID == pod.UID {
				err = fmt.Errorf("pod %s has not ended: %v", pod.Name, err)
			}
		}
		return err
	})
}

func replaceCommand(ctx context.Context, c *clients, arguments []string) error {
	flags := flag.NewFlagSet("replace", flag.ExitOnError)
	pending := flags.String("pending", "", "pods without a node that name this scheduler")
	placed := flags.Bool("allocated", false, "pods whose annotation states their devices")
	path := flags.String("ledger", "", "pods that it does not have are left alone")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	expected, err := readLedger(*path)
	if err != nil {
		return err
	}
	var found *v1.PodList
	err = persist(ctx, func() (err error) {
		found, err = c.kube.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{})
		return err
	})
	if err != nil {
		return err
	}
	var chosen []*v1.Pod
	for i := range found.Items {
		pod := &found.Items[i]
		if !expected[pod.Name] || pod.DeletionTimestamp != nil || gpusOf(pod) == 0 {
			continue
		}
		if *pending != "" && pod.Spec.NodeName == "" && pod.Spec.SchedulerName == *pending ||
			*placed && pod.Annotations[koordinator+"/device-allocated"] != "" {
			chosen = append(chosen, pod)
		}
	}
	since := time.Now()
	if err := c.each(len(chosen), func(i int) error { return c.again(ctx, chosen[i]) }); err != nil {
		return err
	}
	say("replaced", len(chosen), since)
	return nil
}

// verdict lists what is wrong with a pod that must run.
func verdict(pod *v1.Pod, since time.Time, scheduler string) string {
	device := pod.Annotations[koordinator+"/device-allocated"] != ""
	switch gpus := gpusOf(pod) > 0; {
	case pod.Status.Phase == v1.PodFailed:
		return "has failed: " + pod.Status.Reason
	case pod.Spec.NodeName == "":
		return fmt.Sprintf("has no node; scheduler %s says %q", pod.Spec.SchedulerName, refusal(pod))
	case !gpus && pod.Spec.SchedulerName != v1.DefaultSchedulerName:
		return "requests no GPU and names scheduler " + pod.Spec.SchedulerName
	case gpus && !pod.CreationTimestamp.Time.Before(since) && (pod.Spec.SchedulerName != scheduler || device != (scheduler == shippedProfile)):
		return fmt.Sprintf("names scheduler %s, with an allocation: %t; expected %s", pod.Spec.SchedulerName, device, scheduler)
	}
	return ""
}

func verifyCommand(ctx context.Context, c *clients, arguments []string) error {
	flags := flag.NewFlagSet("verify", flag.ExitOnError)
	path := flags.String("ledger", "", "pods that must exist and have a node")
	after := flags.String("since", "", "time from which on pods with GPUs must be of the scheduler")
	scheduler := flags.String("scheduler", shippedProfile, "of these pods")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	since, err := time.Parse(time.RFC3339, *after)
	if err != nil {
		return fmt.Errorf("-since: %w", err)
	}
	expected, err := readLedger(*path)
	if err != nil {
		return err
	}
	found, err := c.kube.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	wrong, later, gpus := 0, 0, 0
	for i := range found.Items {
		pod := &found.Items[i]
		if !expected[pod.Name] {
			continue
		}
		delete(expected, pod.Name)
		gpus += gpusOf(pod)
		if gpusOf(pod) > 0 && !pod.CreationTimestamp.Time.Before(since) {
			later++
		}
		if text := verdict(pod, since, *scheduler); text != "" {
			wrong++
			fmt.Println("VIOLATION: pod", pod.Name, text)
		}
	}
	for name := range expected {
		fmt.Println("VIOLATION: pod", name, "is lost")
	}
	fmt.Printf("verified: %d pods lost, %d wrong, %d pods with GPUs since the switch, all by %s; %d GPUs in use\n", len(expected), wrong, later,
		*scheduler, gpus)
	if wrong+len(expected) > 0 || later == 0 {
		return fmt.Errorf("%d pods are lost, %d are wrong, %d since the switch", len(expected), wrong, later)
	}
	return nil
}
