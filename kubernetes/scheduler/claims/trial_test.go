package claims

import (
	"context"
	"slices"
	"testing"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes/fake"
	clienttesting "k8s.io/client-go/testing"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// trialCycle is a cycle in which a pod group is tried.
type trialCycle struct{ *gangCycle }

func (trialCycle) IsPodGroupSchedulingCycle() bool { return true }

// noCache stores no claims.
type noCache struct{ fwk.ResourceClaimTracker }

func (noCache) AssumeClaimAfterAPICall(*resourceapi.ResourceClaim) error { return nil }

// written returns the verbs of the writes among actions.
func written(actions []clienttesting.Action) (out []string) {
	for _, action := range actions {
		if !slices.Contains([]string{"get", "list", "watch"}, action.GetVerb()) {
			out = append(out, action.GetVerb()+" "+action.GetResource().Resource+action.GetSubresource())
		}
	}
	return out
}

// Each write of claims, and of the status of pods, is executed, but not in a trial.
func TestTrialsWriteNothing(t *testing.T) {
	for _, trial := range []bool{false, true} {
		claim := &resourceapi.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "claim", UID: "claim"}}
		next := &resourceapi.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "next"}}
		stored := fake.NewClientset(claim, podOf("pod"))
		c := &client{stored, noCache{}}
		claims, pods := c.ResourceV1().ResourceClaims("default"), c.CoreV1().Pods("default")
		ctx := t.Context()
		if trial {
			ctx = withTrial(ctx)
		}
		for _, write := range []func(context.Context) (metav1.Object, error){
			func(ctx context.Context) (metav1.Object, error) {
				return claims.Create(ctx, next, metav1.CreateOptions{})
			},
			func(ctx context.Context) (metav1.Object, error) {
				return claims.Update(ctx, claim, metav1.UpdateOptions{})
			},
			func(ctx context.Context) (metav1.Object, error) {
				return claims.UpdateStatus(ctx, claim, metav1.UpdateOptions{})
			},
			func(ctx context.Context) (metav1.Object, error) {
				return claims.Patch(ctx, claim.Name, types.MergePatchType, []byte(`{}`), metav1.PatchOptions{}, "status")
			},
			func(ctx context.Context) (metav1.Object, error) {
				return pods.Patch(ctx, "pod", types.MergePatchType, []byte(`{}`), metav1.PatchOptions{}, "status")
			},
			func(ctx context.Context) (metav1.Object, error) {
				return claim, claims.Delete(ctx, claim.Name, metav1.DeleteOptions{})
			},
		} {
			stored.ClearActions()
			object, err := write(ctx)
			if err != nil || object.GetName() == "" {
				t.Errorf("trial %t: found %v, %v, expected an object", trial, object, err)
			}
			if got := written(stored.Actions()); trial != (len(got) == 0) {
				t.Errorf("trial %t: found the writes %v", trial, got)
			}
		}
	}
}

// A trial does not delete the claim that exists for a pod's extended resources from an earlier attempt.
func TestTrialKeepsClaimOfExtendedResources(t *testing.T) {
	name, yes := "example.com/gpu", true
	class := &resourceapi.DeviceClass{ObjectMeta: metav1.ObjectMeta{Name: "gpu"}, Spec: resourceapi.DeviceClassSpec{ExtendedResourceName: &name}}
	pod := podOf("pod")
	pod.UID = "pod"
	pod.Spec.Containers[0].Resources.Requests = v1.ResourceList{v1.ResourceName(name): quantity("1")}
	claim := &resourceapi.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "claim", UID: "claim",
		Annotations:     map[string]string{resourceapi.ExtendedResourceClaimAnnotation: "true"},
		Finalizers:      []string{resourceapi.Finalizer},
		OwnerReferences: []metav1.OwnerReference{{APIVersion: "v1", Kind: "Pod", Name: "pod", UID: "pod", Controller: &yes}}}}
	plugin, stored := newPlugin(t, class, claim)
	for _, trial := range []bool{true, false} {
		group := &gangCycle{framework.NewCycleState(), framework.NewCycleState()}
		stored.ClearActions()
		if _, status := plugin.PreFilter(t.Context(), group, pod, nil); !status.IsSuccess() {
			t.Fatal(status.AsError())
		}
		if trial {
			plugin.Unreserve(t.Context(), trialCycle{group}, pod, "node")
		} else {
			plugin.Unreserve(t.Context(), group, pod, "node")
		}
		if got := written(stored.Actions()); trial != (len(got) == 0) {
			t.Errorf("trial %t: found the writes %v", trial, got)
		}
	}
}
