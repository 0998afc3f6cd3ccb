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
// side.
func eachAmount(requests, limits v1.ResourceList, take func(name string, request, limit int64)) (ok bool) {
	ok = true
	for name, quantity := range limits {
		limit, request := amountOf(string(name), &quantity), int64(none)
		ok = ok && limit >= 0
		if requested, both := requests[name]; both {
			request = amountOf(string(name), &requested)
			ok = ok && request >= 0
		}
		take(string(name), request, limit)
	}
	for name, quantity := range requests {
		if _, both := limits[name]; both {
			continue
		}
		request := amountOf(string(name), &quantity)
		ok = ok && request >= 0
		take(string(name), request, none)
	}
	return ok
}
