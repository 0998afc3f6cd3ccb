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
// make them fit, or "" if they fit. It takes more time than Allocate: call it for the nodes of which
// a user reads. Errors are those of Allocate.
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
		for _, cause := range []struct {
			count uint32
			text  string
		}{{i.InUse, "in use"}, {i.Tainted, "with taints that are not tolerated"}, {i.TooSmall, "too small"},
			{i.WithoutAttribute, "without an attribute of a constraint"}} {
			if cause.count > 0 {
				counts += fmt.Sprintf(", %d %s", cause.count, cause.text)
			}
		}
		return fmt.Sprintf("%s: needs %d devices, found %d%s", what, i.Needed, i.Available, counts)
	case koord.DraReasonClaimLimit:
		return fmt.Sprintf("%s: needs %d devices, a claim can have at most %d", what, i.Needed, i.Available)
	case koord.DraReasonConstraint:
		return "all requests have enough devices, but not with " + p.constraintName(i.Constraint)
	}
	return "each request has enough devices, but no choice of them meets all constraints, counters and capacities"
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
		out = append(out, fmt.Sprintf("with %d devices less for %s", i.ShortDevices, p.requestName(i.Alternative)))
	}
	if i.Remedies&koord.DraRemedyFreeDevices != 0 {
		out = append(out, "if devices in use became free")
	}
	if i.Remedies&koord.DraRemedyTolerateTaints != 0 {
		out = append(out, "if the taints of devices were tolerated")
	}
	if i.Remedies&koord.DraRemedyDropConstraint != 0 {
		out = append(out, "without "+p.constraintName(i.Constraint))
	}
	return out
}
