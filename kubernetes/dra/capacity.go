package dra

import (
	"errors"
	"fmt"
	"math"

	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/klog/v2"
)

// Errors about amounts of a request on a device.
var (
	errNotRepresentable = errors.New("cannot be represented in the arithmetic of the capacity's range")
	errNegative         = errors.New("capacity value is negative")
	errTooSmall         = errors.New("the device is too small")
)

// consume returns how much of a capacity a request consumes (KEP-5075): the requested amount,
// rounded up to the request policy, or else the default or the whole capacity.
func (c *capacity) consume(requested *requestedAmount, fractions bool) (resource.Quantity, error) {
	if requested == nil {
		if c.policy != nil && c.policy.Default != nil {
			return c.policy.Default.DeepCopy(), nil
		}
		return c.value.DeepCopy(), nil
	}
	amount := requested.amount.DeepCopy()
	switch {
	case amount.Sign() < 0:
		return amount, fmt.Errorf("%w: found a request of %s", errNegative, amount.String())
	case c.policy == nil:
		return amount, nil
	case c.policy.ValidRange != nil && c.policy.ValidRange.Min != nil:
		return roundToRange(amount, c.policy.ValidRange, fractions)
	}
	for _, valid := range c.policy.ValidValues {
		if amount.Cmp(valid) <= 0 {
			return valid.DeepCopy(), nil
		}
	}
	return amount, nil
}

// roundToRange rounds an amount up to the least permitted one. Steps count from the minimum.
func roundToRange(amount resource.Quantity, r *resourceapi.CapacityRequestPolicyRange, fractions bool) (resource.Quantity, error) {
	if amount.Cmp(*r.Min) < 0 {
		return r.Min.DeepCopy(), nil
	}
	if !hasStep(r) {
		return amount, nil
	}
	if isMilli(r, fractions) {
		requested, ok := milli(amount)
		if !ok {
			return amount, fmt.Errorf("%w: found a request of %s, which is no multiple of 1m", errNotRepresentable, amount.String())
		}
		rounded, ok := roundUp(requested, r.Min.MilliValue(), r.Step.MilliValue())
		switch {
		case !ok:
			return amount, fmt.Errorf("%w: found a request of %s", errNotRepresentable, amount.String())
		case rounded%1000 == 0:
			return *resource.NewQuantity(rounded/1000, r.Step.Format), nil
		}
		return *resource.NewMilliQuantity(rounded, r.Step.Format), nil
	}
	rounded, ok := roundUp(whole(amount), whole(*r.Min), whole(*r.Step))
	if !ok || amount.CmpInt64(math.MaxInt64) > 0 {
		return amount, fmt.Errorf("%w: found a request of %s", errNotRepresentable, amount.String())
	}
	return *resource.NewQuantity(rounded, r.Step.Format), nil
}

// roundUp returns the least sum of low and multiples of step that is at least the amount, or false
// if there is none below 2^63.
func roundUp(amount, low, step int64) (int64, bool) {
	if amount <= low {
		return low, true
	}
	steps := (amount - low) / step
	if (amount-low)%step != 0 {
		steps++
	}
	if low < 0 || steps > (math.MaxInt64-low)/step {
		return 0, false
	}
	return low + steps*step, true
}

func hasStep(r *resourceapi.CapacityRequestPolicyRange) bool {
	return r.Step != nil && r.Step.Sign() > 0
}

// whole returns a quantity rounded up to a whole number, and at most 2^63 - 1.
func whole(q resource.Quantity) int64 {
	if q.CmpInt64(math.MaxInt64) > 0 {
		return math.MaxInt64
	}
	return q.Value()
}

// milli returns a quantity in thousandths, or false if it is not a whole number of them.
func milli(q resource.Quantity) (int64, bool) {
	thousandths := q.MilliValue()
	return thousandths, q.Cmp(*resource.NewMilliQuantity(thousandths, q.Format)) == 0
}

// isMilli reports whether a range is computed in thousandths. Otherwise its amounts are rounded up
// to whole numbers.
func isMilli(r *resourceapi.CapacityRequestPolicyRange, fractions bool) bool {
	if !fractions {
		return false
	}
	for _, q := range []*resource.Quantity{r.Min, r.Max, r.Step} {
		if q == nil {
			continue
		}
		if _, ok := milli(*q); !ok {
			return false
		}
	}
	return true
}

// permits reports whether the request policy permits the consumption of an amount.
func (c *capacity) permits(amount resource.Quantity, fractions bool) bool {
	if c.policy == nil || c.policy.Default != nil && amount.Cmp(*c.policy.Default) == 0 {
		return true
	}
	if r := c.policy.ValidRange; r != nil {
		if r.Max != nil && amount.Cmp(*r.Max) > 0 {
			return false
		}
		if !hasStep(r) {
			return true
		}
		var low int64
		if isMilli(r, fractions) {
			if r.Min != nil {
				low = r.Min.MilliValue()
			}
			thousandths, ok := milli(amount)
			return ok && (thousandths-low)%r.Step.MilliValue() == 0
		}
		if r.Min != nil {
			low = whole(*r.Min)
		}
		return (whole(amount)-low)%whole(*r.Step) == 0
	}
	for _, valid := range c.policy.ValidValues {
		if amount.Cmp(valid) == 0 {
			return true
		}
	}
	return len(c.policy.ValidValues) == 0
}

// consumed returns what a request consumes of each capacity of a device, or false if the device is
// too small for it even if nothing is in use.
func (p *problem) consumed(r *request, d *device) ([]resource.Quantity, bool, error) {
	requested, found, err := d.resolve(r.amounts)
	if err != nil || !found {
		return nil, false, err
	}
	fractions := hasFractions(p.a.features)
	amounts := make([]resource.Quantity, len(d.capacities))
	for i := range d.capacities {
		if amounts[i], err = d.capacities[i].consume(requested[i], fractions); err == nil && amounts[i].Sign() < 0 {
			err = errNegative
		}
		if err != nil {
			return nil, false, fmt.Errorf("capacity %q: %w", d.capacities[i].status, err)
		}
	}
	for i := range d.capacities {
		if !d.capacities[i].permits(amounts[i], fractions) || amounts[i].Cmp(d.capacities[i].value) > 0 {
			return nil, false, nil
		}
	}
	for i, q := range requested {
		if q == nil {
			continue
		}
		if r.capacities == nil {
			r.capacities = make(map[resourceapi.QualifiedName]string)
		}
		name := d.capacities[i].name
		if other, found := r.capacities[q.name]; found && other != name {
			return nil, false, fmt.Errorf("capacity %q is %q of one device and %q of another", q.name, other, name)
		}
		r.capacities[q.name] = name
	}
	return amounts, true, nil
}

// checkAmounts removes devices that are too small for a request, and those with negative
// capacities. The latter fail requests for all devices, and requests that get no others. A requested
// amount that cannot be rounded is an error as soon as one device needs it, as in upstream's allocator.
func (p *problem) checkAmounts(r *request) error {
	if !p.a.features.ConsumableCapacity {
		return nil
	}
	for i := range p.devices {
		d := &p.devices[i]
		if !has(r.selected, i) || len(d.capacities) == 0 && len(r.amounts) == 0 {
			continue
		}
		if !d.isFree() && !r.admin && !r.all {
			continue // not available anyway
		}
		_, fits, err := p.consumed(r, d.device)
		if err != nil {
			requestIsWrong := errors.Is(err, errNotRepresentable)
			err = onNode("claim %s, request %s: device %s: %v", klog.KObj(p.claims[r.claim]), r.name, d.id, err)
			if r.all || requestIsWrong {
				return err
			}
			if r.failed == nil {
				r.failed = err
			}
		}
		if !fits {
			remove(r.selected, i)
		}
	}
	return nil
}
