// Places pods on nodes, from files with Node and NodeResourceTopology objects:
//
//	kubectl get node NAME -o json >node.json
//	kubectl get noderesourcetopology NAME -o json >nrt.json
//	go run place.go node.json nrt.json
//
// Prints where each of six pods with 12 exclusive CPUs runs. go.mod needs the package as docs/embed/go.md says.
package main

import (
	"fmt"
	"log"
	"os"

	"libkoord.invalid/koord"
)

const podJSON = `{"metadata":{"name":%[1]q,"uid":%[1]q,"labels":{"koordinator.sh/qosClass":"LSR"}},
"spec":{"priority":9500,"containers":[{"name":"main","resources":{"limits":{"cpu":"12","memory":"8Gi"}}}]}}`

// place reserves the pod on the best node and says where, or says why the first node refuses it.
func place(cluster *koord.Cluster, name string) (string, error) {
	pod, err := koord.PodFromJSON(nil, []byte(fmt.Sprintf(podJSON, name)))
	if err != nil {
		return "", err
	}
	defer pod.Close()
	best := make([]koord.Verdict, 1)
	count, _, err := cluster.FindBest(pod, nil, best)
	if err != nil {
		return "", err
	}
	node, err := cluster.NodeName(best[0].Node)
	if err != nil {
		return "", err
	}
	var cpus koord.CPUSet
	var refusal koord.Refusal
	if count == 0 {
		refusal, _, err = cluster.Judge(pod, nil, 0)
	} else {
		cpus, refusal, err = cluster.Reserve(pod, nil, best[0].Node)
	}
	if err != nil {
		return "", err
	}
	if refusal.Refused() {
		sentence, err := cluster.FormatRefusal(refusal)
		return fmt.Sprintf("%s refuses it: %s", node, sentence), err
	}
	return fmt.Sprintf("%s, CPUs %v", node, cpus), nil
}

func main() {
	cluster, objects, err := koord.ClusterFromFiles(koord.ClusterOptions{}, os.Args[1:]...)
	if err != nil {
		log.Fatal(err)
	}
	defer cluster.Close()
	defer objects.Close()
	rows, err := objects.Rows()
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range rows {
		if row.Result == koord.AddedResultRefused {
			log.Fatal(row.Message)
		}
	}
	for i := 0; i < 6; i++ {
		name := fmt.Sprintf("web-%d", i)
		answer, err := place(cluster, name)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %s\n", name, answer)
	}
}
