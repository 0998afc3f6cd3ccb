package objects

import (
	"math"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// none is the builders' value for an amount that is not stated. No other negative amount is valid.
const none = -1

// amountOf converts a quantity to libkoord's unit: thousandths of CPUs, and whole units of
// everything else, rounded up. It returns none if the quantity is negative or too large.
func amountOf(name string, q *resource.Quantity) int64 {
	milli := name == string(v1.ResourceCPU)
	if value, whole := q.AsInt64(); whole {
		switch {
		case value < 0, milli && value > math.MaxInt64/1000:
			return none
		case milli:
			return value * 1000
		}
		return value
	}
	if q.Sign() < 0 {
		return none
	}
	if milli {
		if q.CmpInt64(math.MaxInt64/1000) > 0 {
			return none
		}
		return q.MilliValue()
	}
	if q.CmpInt64(math.MaxInt64) > 0 {
		return none
	}
	return q.Value()
}

// cappedAmount converts likewise, but amounts that are too large, which Kubernetes accepts ("10E"),
// count as the largest one: what a node offers and what a running pod holds must not be lost.
func cappedAmount(name string, q *resource.Quantity) int64 {
	if amount := amountOf(name, q); amount >= 0 || q.Sign() < 0 {
		return amount
	}
	return math.MaxInt64
}

// isWhole reports whether a builder's number can hold the quantity exactly: CPU, which the API
// server rounds to thousandths, and amounts that are an int64.
func isWhole(name string, q *resource.Quantity) bool {
	if name == string(v1.ResourceCPU) {
		return true
	}
	_, whole := q.AsInt64()
	return whole
}

// eachAmount calls take once for every resource of requests and limits, with none for a missing
// side. ok is false if an amount is negative.
func eachAmount(requests, limits v1.ResourceList, take func(name string, request, limit int64)) (ok bool) {
	ok = true
	for name, quantity := range limits {
		limit, request := cappedAmount(string(name), &quantity), int64(none)
		ok = ok && limit >= 0
		if requested, both := requests[name]; both {
			request = cappedAmount(string(name), &requested)
			ok = ok && request >= 0
		}
		take(string(name), request, limit)
	}
	for name, quantity := range requests {
		if _, both := limits[name]; both {
			continue
		}
		request := cappedAmount(string(name), &quantity)
		ok = ok && request >= 0
		take(string(name), request, none)
	}
	return ok
}
