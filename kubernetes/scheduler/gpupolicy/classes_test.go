package gpupolicy

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"libkoord.invalid/koord"
)

// Every workload that can be counted is within the library's limits.
func TestLibraryAcceptsEveryWorkload(t *testing.T) {
	cluster, err := koord.NewCluster(nil, koord.ClusterOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer cluster.Close()
	var list []count
	for i := range maxClasses {
		one := count{task{cpuMilli: int64(maxCPUMilli - i), memory: maxMemory, gpus: int32(1 + i%maxGPUs), gpuMilli: int32(1 + i%1000)}, 1}
		if i%2 == 0 { // names more models than the library accepts
			one.models = fmt.Sprintf("model-%d|model-%d", i, i+1)
		}
		list = append(list, one)
	}
	many := hardware{}
	for i := range 100 {
		many.models = append(many.models, fmt.Sprint("node-", i))
	}
	for _, test := range []struct {
		list  []count
		hedge int
	}{{list, 0}, {list, 50}, {list[:100], 1}, {list[:130], 100}, {list[1:2], 1}} {
		rows := classes(test.list, many, test.hedge)
		for _, policy := range []koord.GPUPolicy{koord.GPUPolicyFGD, koord.GPUPolicyFGDAll, koord.GPUPolicyRoomLeft} {
			if err := cluster.SetGPUPolicy(policy, rows); err != nil || len(rows) == 0 {
				t.Errorf("%d classes, hedge %d, %s: %d rows: %v", len(test.list), test.hedge, policy, len(rows), err)
			}
		}
	}
}

func TestHedge(t *testing.T) {
	list := []count{{task{cpuMilli: 1, gpus: 1, gpuMilli: 500}, 3}, {task{cpuMilli: 2, gpus: 1, gpuMilli: 1000, models: "A|Z"}, 2},
		{task{cpuMilli: 3}, 3}}
	row := func(tasks, cpu int64, models string) string { return fmt.Sprint(tasks, " of ", cpu, " on ", models) }
	all := int64(allTasks / 8)
	for hedge, expected := range map[int][]string{
		0:   {row(3*all, 3, ""), row(3*all, 1, ""), row(2*all, 2, "A|Z")},
		10:  {row(600*all, 3, ""), row(540*all, 1, ""), row(400*all, 2, "A|Z"), row(30*all, 1, "A"), row(30*all, 1, "B")},
		100: {row(600*all, 3, ""), row(400*all, 2, "A|Z"), row(300*all, 1, "A"), row(300*all, 1, "B")},
	} {
		counts := &counts{byClass: map[task]float64{}}
		for _, item := range list {
			counts.byClass[item.task] = item.weight
		}
		var found []string
		for _, class := range classes(counts.list(), hardware{models: []string{"A", "B"}}, hedge) {
			found = append(found, row(class.Tasks, class.CPUMilli, class.Models))
		}
		if !reflect.DeepEqual(found, expected) {
			t.Errorf("hedge %d:\nfound    %s\nexpected %s", hedge, strings.Join(found, ", "), strings.Join(expected, ", "))
		}
	}
}
