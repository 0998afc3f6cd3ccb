// Command koord-scheduler is kube-scheduler with plugin Koord (docs/operate/kube-scheduler.md).
package main

import (
	"os"

	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register" // registers --logging-format=json
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"

	"libkoord.invalid/koord/kubernetes/scheduler/app"
)

func main() { os.Exit(cli.Run(app.NewCommand())) }
