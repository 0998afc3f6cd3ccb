package agent

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"

	"libkoord.invalid/koord"
)

// Agent is the agent of a node.
type Agent struct {
	config   *Config
	log      *slog.Logger
	metrics  *metrics
	facts    *Facts
	keeper   *keeper
	link     *link
	listener net.Listener
	parts    []func(context.Context) // run until the context ends
}

// host is the machine that an agent runs on.
type host struct {
	machine  *koord.Topology // discovered if nil
	discover func(context.Context) (*koord.Topology, error)
	now      func() time.Time
}

func thisHost() host {
	return host{now: time.Now, discover: func(ctx context.Context) (*koord.Topology, error) {
		return koord.DiscoverTopology(ctx, nil, 0)
	}}
}

// New returns an agent that has not started. config must have its defaults filled in; see
// Config.Complete.
func New(ctx context.Context, config *Config, log *slog.Logger) (*Agent, error) {
	return newOn(ctx, config, log, thisHost())
}

func newOn(ctx context.Context, config *Config, log *slog.Logger, on host) (*Agent, error) {
	if err := config.CheckStart(ctx); err != nil {
		return nil, err
	}
	a := &Agent{config: config, log: log, facts: newFacts(), metrics: newMetrics()}
	if on.machine == nil {
		machine, err := on.discover(ctx)
		if err != nil {
			return nil, fmt.Errorf("the machine: %s", sentence(err))
		}
		on.machine = machine
	}
	a.facts.setMachine(on.machine)
	client, err := openClient(&config.APIServer)
	if err != nil {
		return nil, err
	}
	out, err := a.newOutputs(client)
	if err != nil {
		return nil, err
	}
	if err := a.newKeeper(ctx, on, out, client != nil); err != nil {
		return nil, err
	}
	if err := a.newSources(out, client); err != nil {
		return nil, err
	}
	a.link = newLink(config, log, a.metrics, a.facts, a.keeper, a.keeper.answers, out.events)
	a.parts = append(a.parts, a.keeper.run, a.link.run, a.link.runTeller)
	if client != nil && config.Reports.Condition == ReportPublish {
		a.parts = append(a.parts, newCondition(client.core, log, a.metrics, config.NodeName, a.ready).run)
	}
	if config.Listen != ListenOff {
		if a.listener, err = net.Listen("tcp", config.Listen); err != nil {
			return nil, fmt.Errorf("listen: %w", err)
		}
		a.parts = append(a.parts, a.serve)
	}
	return a, nil
}

// outputs are the reports to the API server. Without one, events are dropped and the others are nil.
type outputs struct {
	events   *events
	reporter *reporter
	node     *nodeReporter // nil if the Node gets no labels and resources
}

func (a *Agent) newOutputs(client *client) (out outputs, err error) {
	var core rest.Interface
	if client != nil {
		core = client.core
		if out.reporter, err = newReporter(a.config, client.rest, a.log, a.metrics); err != nil {
			return out, err
		}
		a.parts = append(a.parts, out.reporter.run)
		if a.config.Reports.Node != ReportNever {
			out.node = newNodeReporter(core, a.log, a.metrics, a.config)
			a.parts = append(a.parts, out.node.run)
		}
	}
	out.events = newEvents(core, a.log, a.config.NodeName)
	a.parts = append(a.parts, out.events.run)
	return out, nil
}

func (a *Agent) newKeeper(ctx context.Context, on host, out outputs, hasServer bool) (err error) {
	with := needs{config: a.config, log: a.log, metrics: a.metrics, facts: a.facts, events: out.events, now: on.now,
		sources: newSources(a.config, a.log, a.facts, on.discover)}
	if hasServer {
		with.serverWait = a.config.APIServer.Wait.Duration
	}
	if a.config.Reports.Topology == ReportPublish {
		with.report = func(nrt []byte) { out.publish(kindTopology, nrt) }
	}
	a.keeper, err = newKeeper(ctx, with)
	return err
}

// newSources connects the sources of facts: the API server, kubelet and the devices.
func (a *Agent) newSources(out outputs, client *client) error {
	var server *server
	if client != nil {
		server = newServer(a.config, a.log, client, a.facts, a.keeper.kick, out.saw)
		a.parts = append(a.parts, server.run)
	}
	kubelet, err := newKubeletAPI(a.config, a.log, a.facts, a.metrics, a.keeper.kick, server.isAway)
	if err != nil {
		return err
	}
	if kubelet != nil {
		a.parts = append(a.parts, kubelet.run)
	}
	devices, err := newDevices(a.config, a.log, a.facts, func(text []byte) {
		a.facts.setDevices(text)
		a.keeper.kick()
		if a.config.Reports.Devices == ReportPublish {
			out.publish(kindDevice, text)
		}
		if out.node != nil {
			out.node.set(text)
		}
	})
	if err == nil {
		a.parts = append(a.parts, devices.run)
	}
	return err
}

// publish replaces the contents of a report.
func (o *outputs) publish(kind string, text []byte) {
	if o.reporter != nil {
		o.reporter.set(kind, text)
	}
}

// saw passes a version of the Node to its reports.
func (o *outputs) saw(node *v1.Node) {
	o.reporter.setOwner(node.Name, node.UID)
	if o.node != nil {
		o.node.saw(node)
	}
}

// Gatherer returns the agent's metrics.
func (a *Agent) Gatherer() prometheus.Gatherer { return a.metrics.registry }

// Run runs the agent until the context ends. Running containers then stay as they are.
func (a *Agent) Run(ctx context.Context) error {
	var running sync.WaitGroup
	for _, part := range a.parts {
		running.Go(func() { part(ctx) })
	}
	running.Wait()
	a.keeper.close()
	return nil
}
