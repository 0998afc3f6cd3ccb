// Package zzkoord checks that the scheduler of the integration tests has plugin Koord.
package zzkoord

import (
	"context"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	configv1 "k8s.io/kube-scheduler/config/v1"
	"k8s.io/kubernetes/pkg/scheduler"
	configtesting "k8s.io/kubernetes/pkg/scheduler/apis/config/testing"
	st "k8s.io/kubernetes/pkg/scheduler/testing"
	"k8s.io/kubernetes/test/integration/framework"
	testutils "k8s.io/kubernetes/test/integration/util"
	"k8s.io/utils/ptr"
)

func TestMain(m *testing.M) { framework.EtcdMain(m.Run) }

// An LSR pod needs a node that reports its CPUs. The library refuses it on other nodes, which all
// of kube-scheduler's plugins accept.
func TestLSRPodWaitsForTopologyInEveryProfile(t *testing.T) {
	config := configtesting.V1ToInternalWithDefaults(t, configv1.KubeSchedulerConfiguration{Profiles: []configv1.KubeSchedulerProfile{
		{SchedulerName: ptr.To("default-scheduler")}, {SchedulerName: ptr.To("second")}}})
	testCtx := testutils.InitTestSchedulerWithNS(t, "koord", scheduler.WithProfiles(config.Profiles...))
	if _, err := testutils.CreateAndWaitForNodesInCache(testCtx, "node",
		st.MakeNode().Capacity(map[v1.ResourceName]string{v1.ResourceCPU: "8", v1.ResourceMemory: "8Gi"}), 1); err != nil {
		t.Fatal(err)
	}
	for _, profile := range config.Profiles {
		t.Run(profile.SchedulerName, func(t *testing.T) {
			plain := create(t, testCtx, pod(testCtx.NS.Name, "plain", profile.SchedulerName, nil))
			if err := testutils.WaitForPodToSchedule(testCtx.Ctx, testCtx.ClientSet, plain); err != nil {
				t.Errorf("a pod without QoS is not bound: %v", err)
			}
			lsr := create(t, testCtx, pod(testCtx.NS.Name, "lsr", profile.SchedulerName, map[string]string{"koordinator.sh/qosClass": "LSR"}))
			message := unschedulable(t, testCtx, lsr)
			if !strings.Contains(message, "the node reports no CPU topology") {
				t.Errorf("found the condition %q, expected one about the missing CPU topology", message)
			}
		})
	}
}

func pod(namespace, name, schedulerName string, labels map[string]string) *v1.Pod {
	amounts := map[v1.ResourceName]string{v1.ResourceCPU: "2", v1.ResourceMemory: "1Gi"}
	out := st.MakePod().Namespace(namespace).Name(name + "-" + schedulerName).Labels(labels).SchedulerName(schedulerName).
		Req(amounts).Obj()
	out.Spec.Containers[0].Resources.Limits = out.Spec.Containers[0].Resources.Requests
	return out
}

func create(t *testing.T, testCtx *testutils.TestContext, pod *v1.Pod) *v1.Pod {
	t.Helper()
	created, err := testCtx.ClientSet.CoreV1().Pods(pod.Namespace).Create(testCtx.Ctx, pod, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return created
}

// unschedulable waits until a pod is bound or refused, and returns the reason of the refusal.
func unschedulable(t *testing.T, testCtx *testutils.TestContext, pod *v1.Pod) (message string) {
	t.Helper()
	err := wait.PollUntilContextTimeout(testCtx.Ctx, 100*time.Millisecond, wait.ForeverTestTimeout, true, func(ctx context.Context) (bool, error) {
		current, err := testCtx.ClientSet.CoreV1().Pods(pod.Namespace).Get(ctx, pod.Name, metav1.GetOptions{})
		if err != nil {
			return false, err
		}
		if current.Spec.NodeName != "" {
			t.Fatalf("the pod is bound to %s", current.Spec.NodeName)
		}
		for _, condition := range current.Status.Conditions {
			if condition.Type == v1.PodScheduled && condition.Status == v1.ConditionFalse {
				message = condition.Message
			}
		}
		return message != "", nil
	})
	if err != nil {
		t.Fatalf("the pod is neither bound nor refused: %v", err)
	}
	return message
}
