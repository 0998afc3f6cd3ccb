package state

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/dracpus"
	"libkoord.invalid/koord/kubernetes/scheduler/stores"
)

// claimedCPUs are the CPUs of a ResourceClaim's request in the cluster, as those of a pod.
type claimedCPUs struct {
	cpus string // Linux CPU list
	// assumed is set between ReserveCPUs and SettleCPUs: the index of claims does not have them yet.
	assumed bool
}

// setClaimedCPUs applies changed CPUs of claims to a node.
func (s *State) setClaimedCPUs(name string, rec *nodeRecord) (changed bool) {
	if s.links.Claims == nil || !rec.known {
		return false
	}
	held := s.links.Claims.CPUs(name)
	if len(held) == 0 && len(rec.claims) == 0 {
		return false
	}
	kept := make(map[types.UID]bool, len(held))
	for i := range held {
		of := &held[i]
		kept[of.UID] = true
		if now, is := rec.claims[of.UID]; is && now.cpus == of.CPUs {
			continue
		}
		if s.setClaim(name, rec, of) {
			changed = true
		}
	}
	for uid, now := range rec.claims {
		if !kept[uid] && !now.assumed {
			s.dropClaim(rec, uid)
			changed = true
		}
	}
	if changed {
		s.recountPods(rec)
	}
	return changed
}

// recountPods sets pods again whose claims have other CPUs than before: the pods' own requests are
// without them.
func (s *State) recountPods(rec *nodeRecord) {
	for _, pod := range rec.pods {
		found := stores.Get[v1.Pod](s.Stores.Pods, pod.name.String())
		if pod.version != "" && found != nil && found.UID == pod.uid && found.Spec.NodeName == pod.node && !maps.Equal(pod.ofClaims, s.CPUsOf(found)) {
			s.setPod(pod, found)
		}
	}
}

// CPUsOf returns the numbers of CPUs of a pod's claims, by their names in the pod.
func (s *State) CPUsOf(pod *v1.Pod) map[string]int {
	if len(pod.Spec.ResourceClaims) == 0 || s.links.Claims == nil {
		return nil
	}
	return s.links.Claims.CPUsOf(pod)
}

// setClaim sets the CPUs of a request. It is tried again if too many pods wait for their nodes.
func (s *State) setClaim(name string, rec *nodeRecord, held *dracpus.Held) bool {
	s.dropClaim(rec, held.UID)
	pod := held.Pod(name)
	converted, err := s.build(pod)
	var conflicts koord.PodConflicts
	if err == nil {
		defer converted.Close()
		conflicts, err = s.Cluster.SetPod(converted)
	}
	switch {
	case errors.Is(err, koord.ErrLimit):
		return false
	case err != nil:
		s.report.Failed("ResourceClaim", claimOf(held), fmt.Errorf("request %s: CPUs %q: %w", held.Name, held.CPUs, err))
	default:
		s.report.Conflicts(claimOf(held), name, &conflicts, s.Words)
	}
	rec.hold(held.UID, claimedCPUs{cpus: held.CPUs})
	return true
}

// claimOf returns a claim for reports.
func claimOf(held *dracpus.Held) *resourceapi.ResourceClaim {
	return &resourceapi.ResourceClaim{TypeMeta: metav1.TypeMeta{APIVersion: resourceapi.SchemeGroupVersion.String(), Kind: "ResourceClaim"},
		ObjectMeta: metav1.ObjectMeta{Namespace: held.Claim.Namespace, Name: held.Claim.Name, UID: held.ClaimUID}}
}

func (r *nodeRecord) hold(uid types.UID, cpus claimedCPUs) {
	if r.claims == nil {
		r.claims = map[types.UID]claimedCPUs{}
	}
	r.claims[uid] = cpus
}

func (s *State) dropClaim(rec *nodeRecord, uid types.UID) {
	if _, is := rec.claims[uid]; is {
		s.reportRemoval(s.Cluster.RemovePod(string(uid)))
		delete(rec.claims, uid)
	}
}

// JudgeCPUs reports why a node cannot give CPUs to requests of a pod's claims, together and beside those
// that the pod owns. The request is the one that is refused.
func (s *State) JudgeCPUs(node string, pod *v1.Pod, wanted []dracpus.Held) (refused *dracpus.Held, refusal koord.Refusal, err error) {
	id, known := s.NodeID(node)
	if !known {
		return &wanted[0], refusal, errNodeUnknown
	}
	query, done, err := s.Query()
	if err != nil {
		return nil, refusal, err
	}
	defer done()
	if err := query.SetFlags(koord.QuerySkipFit); err != nil {
		return nil, refusal, err
	}
	// Filter of plugin Koord refuses a pod that cannot be converted, or does not fit.
	if own, err := s.Convert(pod); err == nil {
		defer own.Close()
		if err := query.AddPod(own, id); err != nil {
			return nil, refusal, err
		}
	}
	for i := range wanted {
		converted, err := s.convertClaim(&wanted[i])
		if err != nil {
			return nil, refusal, err
		}
		defer converted.Close()
		refusal, _, err = s.Cluster.Judge(converted, query, id)
		if err != nil || refusal.Refused() {
			return &wanted[i], refusal, err
		}
		if err := query.AddPod(converted, id); err != nil {
			return nil, refusal, err
		}
	}
	return nil, refusal, nil
}

var errNodeUnknown = errors.New("node is not in the scheduler's cache yet")

func (s *State) convertClaim(held *dracpus.Held) (*koord.Pod, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.build(held.Pod(""))
}

// ReserveCPUs allocates CPUs of a node to requests of a claim, all or none, and stores them in the
// requests. They are on a NUMA node if it suffices, unless its number is -1. They are assumed until
// SettleCPUs. The request is the one that is refused.
func (s *State) ReserveCPUs(node string, numaNode int32, wanted []dracpus.Held) (refused *dracpus.Held, refusal koord.Refusal, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := s.nodes[node]
	if rec == nil || !rec.known {
		return &wanted[0], refusal, errNodeUnknown
	}
	for i := range wanted {
		refusal, err = s.reserveClaim(rec, numaNode, &wanted[i])
		if err != nil || refusal.Refused() {
			for _, earlier := range wanted[:i] {
				s.dropClaim(rec, earlier.UID)
			}
			return &wanted[i], refusal, err
		}
	}
	return nil, refusal, nil
}

func (s *State) reserveClaim(rec *nodeRecord, numaNode int32, held *dracpus.Held) (koord.Refusal, error) {
	s.dropClaim(rec, held.UID)
	converted, err := s.build(held.Pod(""))
	if err != nil {
		return koord.Refusal{}, err
	}
	defer converted.Close()
	query, done, err := s.Query()
	if err != nil {
		return koord.Refusal{}, err
	}
	defer done()
	if err := query.SetFlags(koord.QuerySkipFit); err != nil {
		return koord.Refusal{}, err
	}
	var cpus koord.CPUSet
	refusal := koord.Refusal{Reason: koord.ReasonNotEnoughCPUs}
	if affinity := s.affinityTo(numaNode, rec, converted); affinity != 0 {
		if err := query.SetAffinity(affinity); err != nil {
			return koord.Refusal{}, err
		}
		if cpus, refusal, err = s.Cluster.Reserve(converted, query, rec.id); err != nil {
			return refusal, err
		}
		if err := query.SetAffinity(0); err != nil {
			return koord.Refusal{}, err
		}
	}
	if refusal.Refused() {
		cpus, refusal, err = s.Cluster.Reserve(converted, query, rec.id)
	}
	if err != nil || refusal.Refused() {
		return refusal, err
	}
	held.CPUs = cpus.String()
	rec.hold(held.UID, claimedCPUs{cpus: held.CPUs, assumed: true})
	if cpus.Count() != held.Count {
		s.dropClaim(rec, held.UID)
		return refusal, fmt.Errorf("found %d exclusive CPUs, expected %d: the node has no CPU topology", cpus.Count(), held.Count)
	}
	return refusal, nil
}

// affinityTo returns the bit of a NUMA node in the library's affinity on a node, or 0 if it is not known.
func (s *State) affinityTo(numaNode int32, rec *nodeRecord, converted *koord.Pod) uint64 {
	if numaNode < 0 {
		return 0
	}
	hints, err := koord.NewNUMAHints()
	if err != nil {
		return 0
	}
	defer hints.Close()
	if s.Cluster.Hints(converted, rec.id, koord.NUMAPolicySingleNUMANode, hints) != nil {
		return 0
	}
	nodes, err := hints.Nodes()
	if err != nil {
		return 0
	}
	at := slices.IndexFunc(nodes, func(n koord.NUMAPlace) bool { return n.NUMANode == numaNode })
	if at < 0 || at >= 64 {
		return 0
	}
	return 1 << at
}

// SettleCPUs ends the time during which CPUs of ReserveCPUs are assumed: the index of claims has them,
// or they are given up.
func (s *State) SettleCPUs(node string, held []dracpus.Held) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := s.nodes[node]
	if rec == nil {
		return
	}
	for i := range held {
		if now, is := rec.claims[held[i].UID]; is {
			now.assumed = false
			rec.claims[held[i].UID] = now
		}
	}
}
