// Package k8s fills libkoord's builders from the typed objects of Kubernetes, and turns what libkoord decides into what the
// API server is to be told. Nothing goes through JSON text, and only what libkoord reads is passed on.
//
//	pods, err := koord.NewPodBuilder() // once; a builder serves many objects, one at a time
//	if err := k8s.FillPod(pods, pod); err != nil {
//		return err
//	}
//	made, err := pods.Pod(nil)
//
// The result is that of the same object as JSON, errors included. FillPod and its neighbours return the errors of values
// that a builder cannot hold (a negative amount); what is wrong with a label or an annotation is an error of the call that
// takes the builder. After an error the builder is empty.
//
// Package apis has the Go types of the custom resources.
package k8s
