//go:build kube1_36

package claims

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	kubescheduler "k8s.io/kubernetes/pkg/scheduler"
)

func newInformers(client kubernetes.Interface) informers.SharedInformerFactory {
	return kubescheduler.NewInformerFactory(client, 0)
}
