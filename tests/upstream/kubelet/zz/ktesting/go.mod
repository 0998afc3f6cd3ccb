module k8s.io/ktesting

go 1.26

require k8s.io/klog/v2 v2.130.1
