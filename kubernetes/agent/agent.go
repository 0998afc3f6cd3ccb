package agent

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"sync"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/utils/clock"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/apiserver"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/devices"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/internal/systemd"
	"libkoord.invalid/koord/kubernetes/agent/kubelet"
	"libkoord.invalid/koord/kubernetes/agent/message"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
	"libkoord.invalid/koord/kubernetes/agent/nri"
	"libkoord.invalid/koord/kubernetes/agent/placement"
	"libkoord.invalid/koord/kubernetes/agent/reports"
	"libkoord.invalid/koord/kubernetes/objects/program"
)

// Agent is the agent of a node.
type Agent struct {
	config   *config.Config
	log      *slog.Logger
	metrics  *metrics.Metrics
	facts    *facts.Store
	keeper   *placement.Keeper
	link     *nri.Link // nil without NRI
	notify   func(lines ...string)
	listener net.Listener
	parts    []func(context.Context) // run until the context ends
	closers  []func()                // called after all parts have ended
}

// host is the machine that an agent runs on.
type host struct {
	machine  *koord.Topology // discovered if nil
	discover func(context.Context) (*koord.Topology, error)
	clock    clock.WithTicker      // of the suppression
	notify   func(lines ...string) // the service manager
}

func thisHost() host {
	return host{clock: clock.RealClock{}, notify: systemd.Notify, discover: func(ctx context.Context) (*koord.Topology, error) {
		return koord.DiscoverTopology(ctx, nil, 0)
	}}
}

// New returns an agent that has not started. settings must have its defaults filled in; see
// Config.Complete.
func New(ctx context.Context, settings *config.Config, log *slog.Logger) (*Agent, error) {
	return newOn(ctx, settings, log, thisHost())
}

func newOn(ctx context.Context, settings *config.Config, log *slog.Logger, on host) (_ *Agent, err error) {
	if err := settings.CheckStart(ctx); err != nil {
		return nil, err
	}
	a := &Agent{config: settings, log: log, facts: facts.New(settings.NRI.Use == config.NRIRequired), metrics: metrics.New(), notify: on.notify}
	defer func() {
		if err != nil {
			a.close()
		}
	}()
	if on.machine == nil {
		machine, err := on.discover(ctx)
		if err != nil {
			return nil, fmt.Errorf("this machine: found no topology, expected CPUs and NUMA nodes below /sys: %s", message.Text(err))
		}
		on.machine = machine
	}
	a.facts.SetMachine(on.machine)
	client, err := apiserver.Open(&settings.APIServer)
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
	a.parts = append(a.parts, a.keeper.Run)
	if settings.NRI.Use == config.NRIRequired {
		a.link = nri.New(settings, log, a.metrics, a.facts, a.keeper, a.keeper.Answers, out.events)
		a.parts = append(a.parts, a.link.Run, a.link.RunReports)
	} else {
		a.metrics.HasNoRuntime()
	}
	if client != nil && settings.Reports.Condition == config.ReportPublish {
		a.parts = append(a.parts, reports.NewCondition(client.Core, log, a.metrics, settings.NodeName, a.ready).Run)
	}
	if a.listener, err = program.Listen("listen", settings.Listen); err != nil {
		return nil, err
	}
	if a.listener != nil {
		a.parts = append(a.parts, a.serve)
	}
	return a, nil
}

// outputs are the reports to the API server. Without one, events are dropped and the others are
// nil.
type outputs struct {
	events   *reports.Events
	reporter *reports.Reporter
	node     *reports.NodeReporter // nil if the Node gets no labels and resources
}

func (a *Agent) newOutputs(client *apiserver.Client) (out outputs, err error) {
	var core rest.Interface
	if client != nil {
		core = client.Core
		if out.reporter, err = reports.NewReporter(a.config, client.Rest, a.log, a.metrics); err != nil {
			return out, err
		}
		a.parts = append(a.parts, out.reporter.Run)
		if a.config.Reports.Node != config.ReportNever {
			out.node = reports.NewNodeReporter(core, a.log, a.metrics, a.config)
			a.parts = append(a.parts, out.node.Run)
		}
	}
	out.events = reports.NewEvents(core, a.log, a.config.NodeName)
	a.parts = append(a.parts, out.events.Run)
	return out, nil
}

func (a *Agent) newKeeper(ctx context.Context, on host, out outputs, hasServer bool) (err error) {
	options := placement.Options{Config: a.config, Log: a.log, Metrics: a.metrics, Facts: a.facts, Events: out.events, Clock: on.clock,
		Sources: []placement.FileSource{kubelet.NewFiles(a.config, a.log, a.facts, on.discover)}, Status: a.report}
	if len(a.config.APIServer.Files) != 0 {
		options.Sources = append(options.Sources, apiserver.NewFiles(a.config, a.log, a.facts))
	}
	if hasServer || a.config.Kubelet.Endpoint.URL != "" {
		options.ServerWait = a.config.APIServer.Wait.Duration
	}
	if a.config.Reports.Topology == config.ReportPublish {
		options.Report = func(nrt []byte) { out.publish(reports.KindTopology, nrt) }
	}
	if a.keeper, err = placement.New(ctx, options); err == nil {
		a.closers = append(a.closers, a.keeper.Close)
	}
	return err
}

// newSources connects the sources of facts: the API server, kubelet and the devices.
func (a *Agent) newSources(out outputs, client *apiserver.Client) error {
	var reader *apiserver.Reader // nil without an API server
	if client != nil {
		reader = apiserver.New(a.config, a.log, client, a.facts, a.keeper.Kick, out.nodeChanged)
		a.parts = append(a.parts, reader.Run)
	}
	isUnavailable := reader.IsUnavailable
	if len(a.config.APIServer.Files) != 0 {
		isUnavailable = func() bool { return !a.facts.HasServer() }
	}
	queries, err := kubelet.NewAPI(a.config, a.log, a.facts, a.metrics, a.keeper.Kick, isUnavailable)
	if err != nil {
		return err
	}
	if queries != nil {
		a.parts = append(a.parts, queries.Run)
	}
	if client != nil && a.config.Reports.Topology == config.ReportPublish {
		devices, err := kubelet.NewPluginDevices(a.config, a.log, a.facts, a.keeper.Kick)
		if err != nil {
			return err
		}
		a.parts, a.closers = append(a.parts, devices.Run), append(a.closers, devices.Close)
	}
	var publish func(text []byte) // nil without an API server
	if a.config.Reports.Devices == config.ReportPublish && out.reporter != nil {
		publish = func(text []byte) { out.publish(reports.KindDevice, text) }
	}
	report, err := devices.New(a.config, a.log, a.facts, func(text []byte) {
		a.facts.SetDevices(text)
		a.keeper.Kick()
		if out.node != nil {
			out.node.Set(text)
		}
	}, publish)
	if err == nil {
		a.parts, a.closers = append(a.parts, report.Run), append(a.closers, report.Close)
	}
	return err
}

// publish replaces the contents of a report.
func (o *outputs) publish(kind string, text []byte) {
	if o.reporter != nil {
		o.reporter.Set(kind, text)
	}
}

// nodeChanged passes a version of the Node to its reports.
func (o *outputs) nodeChanged(node *v1.Node) {
	o.reporter.SetOwner(node.Name, node.UID)
	if o.node != nil {
		o.node.NodeChanged(node)
	}
}

// report passes the state of the keeper to the service manager.
func (a *Agent) report(text string, isReady bool) {
	if isReady {
		a.notify("READY=1", "STATUS="+text)
	} else {
		a.notify("STATUS=" + text)
	}
}

// Recheck reads changed files and checks the control groups now.
func (a *Agent) Recheck() { a.keeper.Recheck() }

// Run runs the agent until the context ends. Running containers then stay as they are.
func (a *Agent) Run(ctx context.Context) {
	var running sync.WaitGroup
	for _, part := range a.parts {
		running.Go(func() { part(ctx) })
	}
	<-ctx.Done()
	a.notify("STOPPING=1")
	running.Wait()
	a.close()
}

func (a *Agent) close() {
	for _, closer := range a.closers {
		closer()
	}
}
