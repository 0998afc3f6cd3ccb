// A user's first program: builds a synthetic machine, picks four CPUs in whole cores, prints them.
package main

import (
	"errors"
	"fmt"
	"log"

	"libkoord.invalid/koord"
)

func main() {
	machine, err := koord.TopologyFromSynthetic(nil, "pack:2 numa:1 core:4 pu:2")
	if err != nil {
		log.Fatal(err)
	}
	defer machine.Close()
	all, err := machine.CPUSet(koord.CPUSetKindAll, 0)
	if err != nil {
		log.Fatal(err)
	}
	request := koord.CPURequest{CPUs: 4, BindPolicy: koord.BindPolicyFullPCPUs, Flags: koord.PickRequired}
	picked, refusal, err := machine.PickCPUs(request, koord.CPUSources{Available: all})
	if err != nil || refusal.Refused() || picked.String() != "0-3" {
		log.Fatal(picked, refusal, err)
	}
	var failed *koord.Error
	if _, err := koord.TopologyFromSynthetic(nil, "nonsense"); !errors.As(err, &failed) {
		log.Fatal("nonsense is a machine: ", err)
	}
	fmt.Println(picked)
}
