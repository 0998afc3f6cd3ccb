module k8s.io/ktesting

go 1.26

require (
	github.com/onsi/gomega v1.40.0
	k8s.io/klog/v2 v2.140.0
)
