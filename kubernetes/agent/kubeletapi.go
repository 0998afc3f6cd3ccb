package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
)

const mostOfAnswer = 128 << 20 // the library's limit for a list of pods

// kubeletAPI queries kubelet, if configured: for its effective configuration including flags, and
// for its pods while the API server does not respond.
type kubeletAPI struct {
	config  *Config
	log     *slog.Logger
	facts   *Facts
	metrics *metrics
	kick    func()
	away    func() bool // reports whether the API server does not provide the pod list
	client  *http.Client
	trouble map[string]string // last error by path, logged once
}

// newKubeletAPI returns nil if kubelet is not queried.
func newKubeletAPI(config *Config, log *slog.Logger, facts *Facts, metrics *metrics, kick func(), away func() bool) (*kubeletAPI, error) {
	endpoint := &config.Kubelet.Endpoint
	if endpoint.URL == "" {
		return nil, nil
	}
	client, err := kubeletClient(endpoint)
	if err != nil {
		return nil, err
	}
	return &kubeletAPI{config: config, log: log, facts: facts, metrics: metrics, kick: kick, away: away, client: client,
		trouble: map[string]string{}}, nil
}

// run queries kubelet repeatedly until the context ends.
func (k *kubeletAPI) run(ctx context.Context) { again(ctx, k.config.Interval.Duration, k.look) }

// again calls look now and after every interval until the context ends.
func again(ctx context.Context, interval time.Duration, look func(context.Context)) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		look(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// look applies kubelet's responses. A failed request changes nothing.
func (k *kubeletAPI) look(ctx context.Context) {
	if text, ok := k.ask(ctx, "/configz", func(text []byte) error { return json.Unmarshal(text, &struct{}{}) }); ok {
		if k.facts.setConfigz(text) {
			k.kick()
		}
	}
	if !k.away() {
		if k.facts.setKubeletPods(nil) {
			k.kick()
		}
		return
	}
	var list v1.PodList
	if _, ok := k.ask(ctx, "/pods", func(text []byte) error { return json.Unmarshal(text, &list) }); ok {
		pods := make(map[string]*v1.Pod, len(list.Items))
		for i := range list.Items {
			if trimmed, err := trimPod(&list.Items[i]); err == nil {
				pod := trimmed.(*v1.Pod)
				pod.Spec.NodeName = k.config.NodeName // empty for a static pod
				pods[string(pod.UID)] = pod
			}
		}
		if k.facts.setKubeletPods(pods) {
			k.kick()
		}
	}
}

// ask sends a request. A repeated error is logged once.
func (k *kubeletAPI) ask(ctx context.Context, path string, read func([]byte) error) (text []byte, ok bool) {
	text, err := k.get(ctx, path)
	if err == nil {
		if err = read(text); err != nil {
			err = fmt.Errorf("its answer cannot be read: %w", err)
		}
	}
	if ctx.Err() != nil {
		return nil, false
	}
	if err != nil {
		k.metrics.kubelet.WithLabelValues(path, "failed").Inc()
		if k.trouble[path] != err.Error() {
			k.trouble[path] = err.Error()
			k.log.Warn("kubelet does not answer; the last known state stays in force", "path", path, "error", err)
		}
		return nil, false
	}
	k.metrics.kubelet.WithLabelValues(path, "ok").Inc()
	delete(k.trouble, path)
	return text, true
}

func (k *kubeletAPI) get(ctx context.Context, path string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(k.config.Kubelet.Endpoint.URL, "/")+path, nil)
	if err != nil {
		return nil, err
	}
	answer, err := k.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("found status %s, expected 200", answer.Status)
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostOfAnswer+1))
	if err == nil && len(text) > mostOfAnswer {
		err = fmt.Errorf("found more than %d bytes", mostOfAnswer)
	}
	return text, err
}
