package facts

import (
	"encoding/json"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// quotaUnknown stands for a quota that kubelet set before this agent was running.
const quotaUnknown = -1

// RecordRemovedQuota records that a container runs without a CFS quota because its pod has exclusive
// CPUs. quota is the one that kubelet wanted, in microseconds of its period, 0 or less for none; it is
// only read if known is set.
func (s *Store) RecordRemovedQuota(id string, quota int64, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known {
		s.removedQuotas[id] = max(quota, 0)
	} else if _, was := s.removedQuotas[id]; !was {
		s.removedQuotas[id] = quotaUnknown
	}
}

// ForgetRemovedQuota records that a container has its quota again, or never had one.
func (s *Store) ForgetRemovedQuota(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.removedQuotas, id)
}

// QuotaToRestore returns the quota to restore for a container that no longer has exclusive CPUs, or 0 if
// there is none.
func (s *Store) QuotaToRestore(uid, id, name string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	quota, was := s.removedQuotas[id]
	if !was {
		return 0
	}
	if quota == quotaUnknown {
		quota = s.limitOf(uid, name)
	}
	return quota
}

// limitOf returns the quota that kubelet sets for a container's limit, or 0 if it is not known.
func (s *Store) limitOf(uid, name string) int64 {
	pod := s.podOf(uid)
	if pod == nil {
		return 0
	}
	period, is := quotaPeriodOf(s.inputs.KubeletConfig)
	if !is {
		return 0
	}
	for _, list := range [][]v1.Container{pod.Spec.InitContainers, pod.Spec.Containers} {
		for i := range list {
			if limit := list[i].Resources.Limits.Cpu().MilliValue(); list[i].Name == name && limit > 0 {
				return max(limit*period.Microseconds()/1000, leastQuota)
			}
		}
	}
	return 0
}

// leastQuota is the kernel's minimum, in microseconds.
const leastQuota = 1000

// quotaPeriodOf returns kubelet's period of quotas, or false if kubelet sets none.
func quotaPeriodOf(config []byte) (time.Duration, bool) {
	type settings struct {
		CPUCFSQuota       *bool            `json:"cpuCFSQuota"`
		CPUCFSQuotaPeriod *metav1.Duration `json:"cpuCFSQuotaPeriod"`
	}
	var read struct {
		settings
		Kubeletconfig settings `json:"kubeletconfig"` // the form of /configz
	}
	_ = json.Unmarshal(config, &read) // the library reports errors in it
	period := 100 * time.Millisecond
	for _, values := range []settings{read.settings, read.Kubeletconfig} {
		if values.CPUCFSQuota != nil && !*values.CPUCFSQuota {
			return 0, false
		}
		if values.CPUCFSQuotaPeriod != nil && values.CPUCFSQuotaPeriod.Duration > 0 {
			period = values.CPUCFSQuotaPeriod.Duration
		}
	}
	return period, true
}
