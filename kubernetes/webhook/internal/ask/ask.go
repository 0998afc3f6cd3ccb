// Package ask sends requests to rules in tests. It is not part of package sample, which the tests
// of package review use.
package ask

import (
	"context"
	"testing"
	"time"

	admissionv1 "k8s.io/api/admission/v1"

	"libkoord.invalid/koord/kubernetes/webhook/review"
)

// Rule returns the answer of a rule within a time limit, like the server.
func Rule(t testing.TB, rule review.Rule, request *admissionv1.AdmissionRequest) review.Answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return review.Ask(ctx, rule, request, func(failure any) review.Answer {
		t.Errorf("panic: %v", failure)
		return review.Answer{}
	})
}
