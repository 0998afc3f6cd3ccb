// Package objects fills libkoord's builders from the typed objects of Kubernetes, and converts
// libkoord's decisions to requests to the API server. Nothing is converted to JSON text, and only
// data that libkoord reads is passed on.
//
//	pods, err := koord.NewPodBuilder() // once; a builder serves many objects, one at a time
//	if err := objects.FillPod(pods, pod); err != nil {
//		return err
//	}
//	made, err := pods.Pod(nil)
//
// The result equals that of the same object as JSON, including errors. FillPod and the other Fill
// functions return errors about values that a builder cannot hold, such as a negative amount.
// Errors in labels and annotations are returned by the call that takes the builder. After an error
// the builder is empty.
//
// Package apis holds the Go types of the custom resources.
package objects
