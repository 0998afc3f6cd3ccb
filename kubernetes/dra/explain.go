package dra

import (
	"context"
	"fmt"
	"strings"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	"k8s.io/klog/v2"

	"libkoord.invalid/koord"
)

// Explain returns in one line why the claims do not fit on the node, and which single change would
// make them fit, or "" if they fit. It takes more time than Allocate: call it only for nodes that are
// reported to a user. Errors are those of Allocate.
func (a *Allocator) Explain(ctx context.Context, node *v1.Node, claims []*resourceapi.ResourceClaim) (string, error) {
	_, p, err := a.allocate(ctx, node, claims, koord.DraOptions{Flags: koord.DraOptionsAny | koord.DraOptionsRemedies})
	if err != nil || p.info.Outcome != koord.DraOutcomeRefused {
		return "", err
	}
	return p.explanation(), nil
}

func (p *problem) explanation() string {
	out := p.reason()
	if remedies := p.remedies(); len(remedies) > 0 {
		out += "; the claims would fit " + strings.Join(remedies, ", or ")
	}
	return out
}

// requestName names a request with its claim, or returns "the claims" if the number is none.
func (p *problem) requestName(alternative int32) string {
	if alternative < 0 || int(alternative) >= len(p.requests) {
		return "the claims"
	}
	r := p.requests[alternative]
	return fmt.Sprintf("claim %s, request %s", klog.KObj(p.claims[r.claim]), r.name)
}

func (p *problem) reason() string {
	i := &p.info
	what := p.requestName(i.Alternative)
	switch i.Reason {
	case koord.DraReasonTooFewDevices:
		counts := ""
		blocked := min(p.blockedDevices(i.Alternative), i.Tainted) // the engine counts them as tainted
		for _, cause := range []struct {
			count uint32
			text  string
		}{{i.InUse, "in use"}, {blocked, "that cannot be allocated on this node"},
			{i.Tainted - blocked, "with taints that are not tolerated"}, {i.TooSmall, "too small"},
			{i.WithoutAttribute, "without an attribute of a constraint"}} {
			if cause.count > 0 {
				counts += fmt.Sprintf(", %d %s", cause.count, cause.text)
			}
		}
		return fmt.Sprintf("%s: needs %s, found %d%s", what, devicesText(i.Needed), i.Available, counts+p.unusablePools())
	case koord.DraReasonClaimLimit:
		return fmt.Sprintf("%s: needs %s, a claim can have at most %d", what, devicesText(i.Needed), i.Available)
	case koord.DraReasonConstraint:
		return "all requests have enough devices, but not with " + p.constraintName(i.Constraint)
	}
	return "each request has enough devices, but no choice of them meets all constraints, counters and capacities"
}

func devicesText(count uint32) string {
	if count == 1 {
		return "1 device"
	}
	return fmt.Sprintf("%d devices", count)
}

// blockedDevices returns the number of blocked devices that a request selects, or any request if the
// number of the request is negative.
func (p *problem) blockedDevices(alternative int32) (out uint32) {
	for i := range p.devices {
		if !p.devices[i].blocked {
			continue
		}
		if alternative < 0 || int(alternative) >= len(p.requests) || has(p.requests[alternative].selected, i) {
			out++
		}
	}
	return out
}

// unusablePools names the pools without devices for the claims because they are being updated.
func (p *problem) unusablePools() (out string) {
	for _, pool := range p.pools {
		if !pool.isUsable() {
			out += fmt.Sprintf(", resource pool %s %s", pool.id, pool.problem())
		}
	}
	return out
}

// constraintName names the attribute of a constraint. Constraints are numbered as in the engine.
func (p *problem) constraintName(number int32) string {
	if number < 0 || int(number) >= len(p.constraints) {
		return "a constraint"
	}
	c := p.constraints[number]
	attribute, distinct := attributeOf(c.constraint)
	kind := "matchAttribute"
	if distinct {
		kind = "distinctAttribute"
	}
	return fmt.Sprintf("%s %s of claim %s", kind, attribute, klog.KObj(c.claim))
}

func (p *problem) remedies() (out []string) {
	i := &p.info
	if i.Remedies&koord.DraRemedyFewerDevices != 0 {
		out = append(out, fmt.Sprintf("with %s less for %s", devicesText(i.ShortDevices), p.requestName(i.Alternative)))
	}
	if i.Remedies&koord.DraRemedyFreeDevices != 0 {
		out = append(out, "if devices in use became free")
	}
	if i.Remedies&koord.DraRemedyTolerateTaints != 0 && p.blockedDevices(-1) == 0 {
		out = append(out, "if the taints of devices were tolerated")
	}
	if i.Remedies&koord.DraRemedyDropConstraint != 0 {
		out = append(out, "without "+p.constraintName(i.Constraint))
	}
	return out
}
