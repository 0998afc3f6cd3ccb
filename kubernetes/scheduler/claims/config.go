package claims

import (
	"errors"
	"fmt"
	"reflect"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation"
	configv1 "k8s.io/kube-scheduler/config/v1"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"

	"libkoord.invalid/koord/kubernetes/scheduler/args"
)

// Name is the plugin's name in KubeSchedulerConfiguration.
const Name = "KoordClaims"

// maxClasses bounds the list of device classes.
const maxClasses = 256

// Args are the plugin's arguments in KubeSchedulerConfiguration.
type Args struct {
	// DeviceClasses names the classes whose claims libkoord allocates. "*" is all of them.
	DeviceClasses []string `json:"deviceClasses,omitempty"`
	// FilterTimeout and BindingTimeout are the arguments of DynamicResources.
	FilterTimeout  *metav1.Duration `json:"filterTimeout,omitempty"`
	BindingTimeout *metav1.Duration `json:"bindingTimeout,omitempty"`
}

// classes are the names of device classes.
type classes struct {
	all   bool
	names map[string]bool
}

func (c classes) has(name string) bool { return c.all || c.names[name] }

// parse reads and validates arguments. The error names the field.
func parse(raw runtime.Object) (*Args, classes, error) {
	read := &Args{}
	if raw == nil {
		return nil, classes{}, fmt.Errorf("arguments of plugin %s: deviceClasses: found none, expected the names of DeviceClasses", Name)
	}
	err := args.CheckFields(raw, reflect.TypeFor[Args]())
	if err == nil {
		err = frameworkruntime.DecodeInto(raw, read)
	}
	var known classes
	if err == nil {
		known, err = read.classes()
	}
	if err != nil {
		return nil, classes{}, fmt.Errorf("arguments of plugin %s: %w", Name, err)
	}
	return read, known, nil
}

func (a *Args) classes() (classes, error) {
	out := classes{names: make(map[string]bool)}
	switch {
	case len(a.DeviceClasses) == 0:
		return out, errors.New("deviceClasses: found none, expected the names of DeviceClasses")
	case len(a.DeviceClasses) > maxClasses:
		return out, fmt.Errorf("deviceClasses: found %d, expected at most %d", len(a.DeviceClasses), maxClasses)
	}
	for i, name := range a.DeviceClasses {
		if name == "*" {
			out.all = true
			continue
		}
		if problems := validation.IsDNS1123Subdomain(name); len(problems) > 0 {
			return out, fmt.Errorf("deviceClasses[%d]: found %q, expected the name of a DeviceClass or *: %s", i, name, problems[0])
		}
		out.names[name] = true
	}
	return out, nil
}

// upstream returns the arguments of DynamicResources with its defaults.
func (a *Args) upstream() (*config.DynamicResourcesArgs, error) {
	stated := &configv1.DynamicResourcesArgs{FilterTimeout: a.FilterTimeout, BindingTimeout: a.BindingTimeout}
	scheme.Scheme.Default(stated)
	out := &config.DynamicResourcesArgs{}
	return out, scheme.Scheme.Convert(stated, out, nil)
}
