package objects

import (
	"math"
	"strings"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/apis"
)

// FillTopology resets a builder and fills it with a NodeResourceTopology. Errors: koord.ErrInvalid
// (names object and field: an amount or a distance that is negative or too large).
func FillTopology(b *koord.NRTBuilder, topology *apis.NodeResourceTopology) error {
	const op = "objects.FillTopology"
	b.Reset()
	if topology == nil {
		return invalid(op, "topology: is nil")
	}
	b.SetName(topology.Name)
	eachText(topology.Annotations, topologyAnnotations, b.SetAnnotation)
	for _, policy := range topology.TopologyPolicies {
		b.AddPolicy(policy)
	}
	for i := range topology.Attributes {
		b.AddAttribute(topology.Attributes[i].Name, topology.Attributes[i].Value)
	}
	for i := range topology.Zones {
		if err := fillZone(op, b, topology, i); err != nil {
			b.Reset()
			return err
		}
	}
	return nil
}

func fillZone(op string, b *koord.NRTBuilder, topology *apis.NodeResourceTopology, index int) error {
	zone := &topology.Zones[index]
	at := b.AddZone(zone.Name, zone.Type)
	if zone.Type != "" && zone.Type != apis.ZoneTypeNode || !isNUMANode(zone.Name) {
		return nil // only its position in the list matters
	}
	object := func() string { return objectName("NodeResourceTopology", "", topology.Name) }
	path := func(list string, item int) string {
		return element(element("zones", index)+"."+list, item)
	}
	for i := range zone.Resources {
		r := &zone.Resources[i]
		capacity, allocatable, available :=
			amountOf(r.Name, &r.Capacity), amountOf(r.Name, &r.Allocatable), amountOf(r.Name, &r.Available)
		switch {
		case capacity < 0:
			return badQuantity(op, object(), path("resources", i)+".capacity", r.Name, &r.Capacity)
		case allocatable < 0:
			return badQuantity(op, object(), path("resources", i)+".allocatable", r.Name, &r.Allocatable)
		case available < 0:
			return badQuantity(op, object(), path("resources", i)+".available", r.Name, &r.Available)
		}
		b.AddResource(at, r.Name, capacity, allocatable, available)
	}
	for i := range zone.Costs {
		cost := &zone.Costs[i]
		if !isNUMANode(cost.Name) {
			continue
		}
		if cost.Value < 0 || cost.Value > math.MaxUint32 {
			return outOf(op, object(), path("costs", i)+".value", cost.Value, 0, math.MaxUint32)
		}
		b.AddCost(at, cost.Name, uint32(cost.Value))
	}
	return nil
}

// isNUMANode reports whether a zone's name is that of a NUMA node ("node-0").
func isNUMANode(name string) bool {
	number, is := strings.CutPrefix(name, "node-")
	return is && number != "" && strings.Trim(number, "0123456789") == ""
}
