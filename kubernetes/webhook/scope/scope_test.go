package scope

import (
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"libkoord.invalid/koord/kubernetes/objects/check"
	"libkoord.invalid/koord/kubernetes/webhook/config"
)

func TestNamespaces(t *testing.T) {
	exempt := []string{"kube-system", "own"}
	for name, test := range map[string]struct {
		rule      config.Rule
		namespace string
		expected  bool
	}{
		"all":                   {config.Rule{Mode: config.ModeEnforce}, "team", true},
		"dry run":               {config.Rule{Mode: config.ModeDryRun}, "team", true},
		"off":                   {config.Rule{Mode: config.ModeOff}, "team", false},
		"exempt":                {config.Rule{Mode: config.ModeEnforce}, "kube-system", false},
		"exempt wins":           {config.Rule{Mode: config.ModeEnforce, Namespaces: []string{"own"}}, "own", false},
		"selected":              {config.Rule{Mode: config.ModeEnforce, Namespaces: []string{"team"}}, "team", true},
		"not selected":          {config.Rule{Mode: config.ModeEnforce, Namespaces: []string{"team"}}, "team2", false},
		"excluded":              {config.Rule{Mode: config.ModeEnforce, ExcludedNamespaces: []string{"team"}}, "team", false},
		"excluded and selected": {config.Rule{Mode: config.ModeEnforce, Namespaces: []string{"team"}, ExcludedNamespaces: []string{"team"}}, "team", false},
	} {
		scope, err := New(&test.rule, exempt)
		check.OK(t, err)
		if found := scope.HasNamespace(test.namespace); found != test.expected {
			t.Errorf("%s: found %v", name, found)
		}
	}
}

func TestSelector(t *testing.T) {
	scope, err := New(&config.Rule{Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"a": "b"}}}, nil)
	check.OK(t, err)
	if !scope.Selects(map[string]string{"a": "b", "c": "d"}) || scope.Selects(map[string]string{"a": "c"}) || scope.Selects(nil) {
		t.Error("the selector is not applied")
	}
	if all, err := New(&config.Rule{}, nil); err != nil || !all.Selects(nil) {
		t.Error("no selector does not select all pods", err)
	}
	_, err = New(&config.Rule{Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"a": "!"}}}, nil)
	check.Says(t, err, "selector: ")
}

// Accounts are compared as a whole.
func TestAccounts(t *testing.T) {
	const scheduler, agent = "system:serviceaccount:kube-system:koord-scheduler", "system:serviceaccount:kube-system:koord-agent"
	accounts := NewAccounts(&config.Accounts{Scheduler: []string{scheduler}, Agent: []string{agent}})
	for user, expected := range map[string][2]bool{
		scheduler:         {true, true},
		agent:             {false, true},
		scheduler + "2":   {},
		"x" + scheduler:   {},
		"koord-scheduler": {},
		scheduler + " ":   {},
		"":                {},
		"system:serviceaccount:kube-system:Koord-scheduler": {},
		"system:serviceaccount:other:koord-scheduler":       {},
	} {
		if found := [2]bool{accounts.MayBind(user), accounts.MayClaim(user)}; found != expected {
			t.Errorf("%q: found %v, expected %v", user, found, expected)
		}
	}
}
