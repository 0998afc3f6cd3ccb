// Package webhook is the admission webhook of koord-scheduler. It selects the scheduler of pods that
// need libkoord, refuses wrong requests in the library's words, protects allocations, and permits only
// the scheduler to bind these pods. Each package below it has one subject, and imports only packages
// to its right:
//
//	webhook -> serve, certs -> mutate, validate, binding -> claims -> review, recognise, scope -> config
//
// Interfaces state what a package needs of metrics and of packages that import it.
//
// A replica keeps nothing about the cluster: its memory and the cost of a request are the same for any
// number of nodes and pods. Only the certificate is shared by replicas, in a Secret.
//
// docs/operate/webhook.md is the operator's guide.
package webhook
