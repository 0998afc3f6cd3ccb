package main

import (
	"fmt"

	"libkoord.invalid/koord"
)

func main() {
	refusal, none, err := koord.NewLadder(koord.LadderOptions{Rungs: 9})
	if err != nil || none != nil || refusal.Reason != koord.ReasonLadderTooLong || refusal.Reason.String() != "LadderTooLong" {
		panic(fmt.Sprint(refusal, err))
	}
	_, ladder, err := koord.NewLadder(koord.LadderOptions{Rungs: 9, Material: koord.LadderMaterialSteel})
	if err != nil {
		panic(err)
	}
	defer ladder.Close()
	rungs, err := ladder.Ref().Rungs()
	if err != nil || len(rungs) != 9 || rungs[8].Height != 2700 || rungs[8].Material != koord.LadderMaterialSteel {
		panic(fmt.Sprint(rungs, err))
	}
	fmt.Println("Go: 9 rungs")
}
