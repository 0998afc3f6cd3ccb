// Package suppression restricts BE pods to fewer CPUs, or to a CFS quota, when other pods need the
// CPUs.
package suppression

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"k8s.io/utils/clock"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/cgroups"
	"libkoord.invalid/koord/kubernetes/agent/config"
	"libkoord.invalid/koord/kubernetes/agent/facts"
	"libkoord.invalid/koord/kubernetes/agent/message"
	"libkoord.invalid/koord/kubernetes/agent/metrics"
)

// Suppressor restricts BE pods to fewer CPUs when other pods need them, and lets them grow again.
// The library decides the number of CPUs. The suppressor decides when to measure and how long to
// wait before growth. It belongs to the keeper's goroutine.
type Suppressor struct {
	config  *config.Config
	log     *slog.Logger
	facts   *facts.Store
	agent   *koord.Agent
	meter   meter
	quota   beQuota
	metrics *metrics.Metrics

	clock  clock.WithTicker
	before *reading
	// start of the current entitlement of BE pods to more CPUs; zero if there is none
	growing   time.Time
	limit     koord.CPUSet
	isBE      map[string]bool   // by uid
	isBEState *koord.AgentState // the state that isBE was read from
	ended     bool              // no quota remains from an earlier configuration
	// last errors of Step and of EndQuota, logged once
	stepError, quotaError string
}

// New returns a suppressor that has measured nothing. groups are those of the keeper.
func New(config *config.Config, log *slog.Logger, facts *facts.Store, agent *koord.Agent, groups *cgroups.Groups, metrics *metrics.Metrics, clock clock.WithTicker) *Suppressor {
	return &Suppressor{config: config, log: log, facts: facts, agent: agent, clock: clock, metrics: metrics,
		meter: meter{config.Host.Proc, groups}, quota: beQuota{groups: groups, mark: config.StateFile + ".be-quota"}}
}

// isOn reports whether BE pods are suppressed. In the first stage of a takeover nothing is written.
func (s *Suppressor) isOn() bool {
	return s.config.Suppression.Policy != config.SuppressNone && !s.config.IgnoreKubelet
}

// Ticker returns the times of measurements, or nil for none.
func (s *Suppressor) Ticker() (when <-chan time.Time, stop func()) {
	if !s.isOn() {
		return nil, func() {}
	}
	ticker := s.clock.NewTicker(s.config.Suppression.Interval.Duration)
	return ticker.C(), ticker.Stop
}

// Recall restores the CPUs that BE pods had before this agent started, until usage has been
// measured.
func (s *Suppressor) Recall(before *koord.AgentState) error {
	if !s.isOn() || s.config.Suppression.Policy != config.SuppressCPUs {
		return nil
	}
	cpus, err := before.CPUs(koord.AgentCPUSetBestEffort)
	if err != nil {
		return err
	}
	s.limit = cpus
	return s.agent.RestrictBestEffort(cpus)
}

// Step measures and adjusts BE pods. state is the one in force. A round must follow to update the
// control groups.
func (s *Suppressor) Step(ctx context.Context, state *koord.AgentState) {
	err := s.tryStep(ctx, state)
	switch {
	case err == nil && s.stepError != "":
		s.log.Info("CPU usage can be measured again")
		s.stepError = ""
	case err != nil && s.stepError != message.Text(err):
		s.stepError = message.Text(err)
		s.log.Warn("suppression failed; BE pods keep their CPUs", "error", s.stepError)
	}
	if err != nil {
		s.metrics.Suppressions.WithLabelValues("failed").Inc()
	}
}

func (s *Suppressor) tryStep(ctx context.Context, state *koord.AgentState) (err error) {
	if _, err := s.meter.groups.Open(ctx); errors.Is(err, koord.ErrNotFound) {
		return nil // kubelet has not started yet
	} else if err != nil {
		return err
	}
	if s.isBEState != state {
		if s.isBE, err = bePods(state); err != nil {
			return err
		}
		s.isBEState = state
	}
	groups, err := s.meter.plan(s.facts.RunningSandboxes(), s.isBE)
	if err != nil {
		return err
	}
	now, err := s.meter.read(s.clock.Now(), &groups, s.config.Suppression.PressurePercent != 0)
	if err != nil {
		s.before = nil
		return err
	}
	before := s.before
	s.before = now
	if before == nil {
		return nil
	}
	use, waited := now.usedSince(before, &groups), now.waitedSince(before)
	if now.at.Sub(before.at) <= 0 {
		return nil
	}
	s.metrics.Use(map[string]int64{"node": use.node, "pods": use.pods, "notBE": use.notBE}, waited)
	usage := koord.SuppressUsage{NodeUsed: use.node, PodsUsed: use.pods, NonBEPodsUsed: use.notBE,
		ThresholdPercent: s.config.Suppression.ThresholdPercent, MinimumPercent: s.config.Suppression.MinimumPercent}
	pressed := s.config.Suppression.PressurePercent != 0 && waited >= float64(s.config.Suppression.PressurePercent)
	if s.config.Suppression.Policy == config.SuppressQuota {
		return s.stepQuota(usage, pressed)
	}
	return s.stepCPUs(usage, pressed)
}

// bePods returns for every pod whether it is treated as BE.
func bePods(state *koord.AgentState) (map[string]bool, error) {
	rows, err := state.Pods(0)
	if err != nil {
		return nil, err
	}
	out := make(map[string]bool, len(rows))
	for _, row := range rows {
		if row.Container == "" {
			out[row.UID] = row.QOS == koord.QOSBE
		}
	}
	return out, nil
}

// stepCPUs applies the cpuset policy.
func (s *Suppressor) stepCPUs(usage koord.SuppressUsage, pressed bool) error {
	pool, err := s.agent.CPUs(koord.AgentCPUSetBestEffort)
	if err != nil {
		return err
	}
	current := pool.Intersection(s.limit)
	if current.Count() == 0 {
		current = pool
	}
	suppression, cpus, err := s.agent.Suppress(usage, current)
	if err != nil {
		return err
	}
	s.metrics.Allowance.Set(float64(suppression.AllowanceMilli) / 1000)
	s.metrics.Entitled.Set(float64(cpus.Count()))
	if cpus.Count() == 0 || !s.mayChange(int64(cpus.Count()), int64(current.Count()), pressed) {
		return nil
	}
	if cpus.Equal(pool) {
		cpus = nil // they then follow their pool
	}
	if cpus.Equal(s.limit) {
		return nil
	}
	if err := s.agent.RestrictBestEffort(cpus); err != nil {
		return err
	}
	s.log.Debug("CPUs of BE pods updated", "cpus", cpus.String(), "before", current.String())
	s.limit = cpus
	return nil
}

// stepQuota applies the cfsQuota policy.
func (s *Suppressor) stepQuota(usage koord.SuppressUsage, pressed bool) error {
	current, err := s.quota.read()
	if err != nil {
		return err
	}
	usage.QuotaMicroseconds = current
	suppression, _, err := s.agent.Suppress(usage, nil)
	if err != nil {
		return err
	}
	floor, err := s.quota.floor()
	if err != nil {
		return err
	}
	want := max(suppression.QuotaMicroseconds, floor)
	s.metrics.Allowance.Set(float64(suppression.AllowanceMilli) / 1000)
	s.metrics.Entitled.Set(float64(want) / quotaPeriod)
	kept := suppression.Properties&koord.SuppressionKeepQuota != 0
	if kept || !s.mayChange(want, current, pressed) || want == current {
		return nil
	}
	return s.quota.write(want)
}

// EndQuota removes the agent's own quota if the configuration no longer requires it.
func (s *Suppressor) EndQuota() {
	if s.ended || s.config.IgnoreKubelet || s.config.Suppression.Policy == config.SuppressQuota {
		return
	}
	switch err := s.quota.removeOwnQuota(); {
	case err == nil:
		s.ended = true
	case s.quotaError != message.Text(err):
		s.quotaError = message.Text(err)
		s.log.Warn("cannot remove the CFS quota of BE pods; retrying", "error", s.quotaError)
	}
}

// mayChange reports whether BE pods get another amount now: a lower one at once, a higher one only
// if they have been entitled to it for a while and no other pod waits for CPUs. have <= 0 means
// that they have no limit.
func (s *Suppressor) mayChange(want, have int64, pressed bool) bool {
	if have <= 0 || want <= have {
		s.growing = time.Time{}
		if want != have {
			s.metrics.Suppressions.WithLabelValues("shrink").Inc()
		}
		return true
	}
	now := s.clock.Now()
	if pressed || s.growing.IsZero() {
		s.growing = now
	}
	if pressed || now.Sub(s.growing) < s.config.Suppression.GrowAfter.Duration {
		s.metrics.Suppressions.WithLabelValues("held").Inc()
		return false
	}
	s.metrics.Suppressions.WithLabelValues("grow").Inc()
	return true
}
