package app_test

import (
	"context"
	"os"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/component-base/cli"
	fwk "k8s.io/kube-scheduler/framework"
	kubeapp "k8s.io/kubernetes/cmd/kube-scheduler/app"

	koordapp "libkoord.invalid/koord/kubernetes/scheduler/app"
)

// yours is a plugin of your own.
type yours struct{}

func (yours) Name() string { return "Yours" }

func newYours(context.Context, runtime.Object, fwk.Handle) (fwk.Plugin, error) { return yours{}, nil }

func ExampleNewCommand() {
	os.Exit(cli.Run(koordapp.NewCommand(kubeapp.WithPlugin("Yours", newYours))))
}
