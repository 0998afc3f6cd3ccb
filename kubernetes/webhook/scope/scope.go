// Package scope decides to which requests a rule applies: by namespace, by labels of the pod, and by
// the account that sends the request.
package scope

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/sets"

	"libkoord.invalid/koord/kubernetes/webhook/config"
)

// Scope is the scope of one rule. It is immutable.
type Scope struct {
	mode             string
	exempt, excluded sets.Set[string]
	only             sets.Set[string] // empty for all namespaces
	selector         labels.Selector
}

// New returns the scope of a rule outside of exempt namespaces.
func New(rule *config.Rule, exempt []string) (*Scope, error) {
	selector := labels.Everything()
	if rule.Selector != nil {
		var err error
		if selector, err = metav1.LabelSelectorAsSelector(rule.Selector); err != nil {
			return nil, fmt.Errorf("selector: %w", err)
		}
	}
	return &Scope{mode: rule.Mode, exempt: sets.New(exempt...), excluded: sets.New(rule.ExcludedNamespaces...),
		only: sets.New(rule.Namespaces...), selector: selector}, nil
}

// HasNamespace reports whether the rule applies to any pods of a namespace.
func (s *Scope) HasNamespace(namespace string) bool {
	return s.mode != config.ModeOff && !s.exempt.Has(namespace) && !s.excluded.Has(namespace) && (s.only.Len() == 0 || s.only.Has(namespace))
}

// Selects reports whether the rule applies to a pod with these labels.
func (s *Scope) Selects(pod map[string]string) bool { return s.selector.Matches(labels.Set(pod)) }

// DryRun reports whether the rule only counts.
func (s *Scope) DryRun() bool { return s.mode == config.ModeDryRun }

// Accounts are user names, which are compared as a whole.
type Accounts struct {
	scheduler, agent sets.Set[string]
}

// NewAccounts returns the configured accounts.
func NewAccounts(accounts *config.Accounts) *Accounts {
	return &Accounts{scheduler: sets.New(accounts.Scheduler...), agent: sets.New(accounts.Agent...)}
}

// MayBind reports whether an account may choose nodes for pods that the library handles.
func (a *Accounts) MayBind(user string) bool { return a.scheduler.Has(user) }

// MayClaim reports whether an account may write allocations of pods.
func (a *Accounts) MayClaim(user string) bool { return a.scheduler.Has(user) || a.agent.Has(user) }
