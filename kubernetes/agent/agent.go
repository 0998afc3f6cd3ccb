package agent

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"libkoord.invalid/koord"
)

// Agent is the agent of a node.
type Agent struct {
	config  *Config
	log     *slog.Logger
	facts   *Facts
	keeper  *keeper
	link    *link
	server  *server // nil without an API server
	metrics *metrics
	kubelet *kubeletAPI // nil if kubelet is not queried

	devices   *devices
	reporter  *reporter     // nil without an API server
	condition *condition    // nil if the Node gets no condition
	node      *nodeReporter // nil if the Node gets no labels and resources
	events    *events
	listener  net.Listener
}

// New returns an agent that has not started. machine is this node's, and is discovered if nil.
// config must have its defaults filled in; see Config.Complete.
func New(ctx context.Context, config *Config, log *slog.Logger, machine *koord.Topology) (*Agent, error) {
	if err := config.CheckStart(ctx); err != nil {
		return nil, err
	}
	a := &Agent{config: config, log: log, facts: newFacts(), metrics: newMetrics()}
	discover := func(ctx context.Context) (*koord.Topology, error) { return koord.DiscoverTopology(ctx, nil, 0) }
	if machine == nil {
		var err error
		if machine, err = discover(ctx); err != nil {
			return nil, fmt.Errorf("the machine: %s", sentence(err))
		}
	}
	a.facts.setMachine(machine)
	var err error
	if a.keeper, err = newKeeper(ctx, config, log, a.facts, a.metrics); err != nil {
		return nil, err
	}
	a.keeper.sources = newSources(config, log, a.facts, discover)
	if a.server, err = newServer(config, log, a.facts, a.keeper.kick); err != nil {
		return nil, err
	}
	a.keeper.server = a.server
	if a.kubelet, err = newKubeletAPI(config, log, a.facts, a.metrics, a.keeper.kick, a.server.isAway); err != nil {
		return nil, err
	}
	if err := a.connectReports(); err != nil {
		return nil, err
	}
	a.events = newEvents(nil, log, config.NodeName)
	if a.server != nil {
		a.events.core = a.server.core
	}
	a.keeper.events = a.events
	if config.Listen != ListenOff {
		if a.listener, err = net.Listen("tcp", config.Listen); err != nil {
			return nil, fmt.Errorf("listen: %w", err)
		}
	}
	p := &plugin{events: a.events, config: config, log: log, facts: a.facts, keeper: a.keeper, answers: a.keeper.answers, metrics: a.metrics}
	a.link = newLink(p, log)
	p.tell, p.telling = a.link.tell, a.link.telling.Load
	a.keeper.after = a.link.tell
	return a, nil
}

// connectReports connects the placement and the devices to their reports, if there is an API
// server.
func (a *Agent) connectReports() (err error) {
	publish, offer := func(string, []byte) {}, func([]byte) {}
	if a.server != nil {
		if a.reporter, err = newReporter(a.config, a.server.rest, a.log, a.metrics); err != nil {
			return err
		}
		publish = a.reporter.set
		a.server.owner = a.reporter.setOwner
		if a.config.Reports.Condition == ReportPublish {
			a.condition = newCondition(a.server.core, a.log, a.metrics, a.config.NodeName, a.ready)
		}
		if a.config.Reports.Node != ReportNever {
			a.node = newNodeReporter(a.server.core, a.log, a.metrics, a.config)
			a.server.saw, offer = a.node.saw, a.node.set
		}
	}
	if a.config.Reports.Topology == ReportPublish {
		a.keeper.report = func(nrt []byte) { publish(kindTopology, nrt) }
	}
	a.devices = newDevices(a.config, a.log, a.facts, func(text []byte) {
		a.facts.setDevices(text)
		a.keeper.kick()
		if a.config.Reports.Devices == ReportPublish {
			publish(kindDevice, text)
		}
		offer(text)
	})
	a.devices.plugins, err = newPluginDevices(a.config, a.log, a.facts)
	return err
}

// Gatherer returns the agent's metrics.
func (a *Agent) Gatherer() prometheus.Gatherer { return a.metrics.registry }

// Run runs the agent until the context ends. Running containers then stay as they are.
func (a *Agent) Run(ctx context.Context) error {
	var parts sync.WaitGroup
	running := []func(context.Context){a.keeper.run, a.link.run, a.link.runTeller, a.devices.run}
	if a.server != nil {
		running = append(running, a.server.run, a.reporter.run, a.events.run)
	}
	if a.condition != nil {
		running = append(running, a.condition.run)
	}
	if a.node != nil {
		running = append(running, a.node.run)
	}
	if a.kubelet != nil {
		running = append(running, a.kubelet.run)
	}
	if a.listener != nil {
		running = append(running, func(ctx context.Context) { a.serve(ctx, a.listener) })
	}
	for _, part := range running {
		parts.Go(func() { part(ctx) })
	}
	parts.Wait()
	if a.devices.plugins != nil {
		a.devices.plugins.kubelet.close()
	}
	a.keeper.close()
	return nil
}
