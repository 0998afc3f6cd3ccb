/* Code generated from koord.h by tools/generate. DO NOT EDIT. */
KOORD_LENT(koord_topology_get_texts)
KOORD_LENT(koord_agent_state_get_texts)
KOORD_LENT(koord_cgroup_plan_get_texts)
KOORD_LENT(koord_cgroup_report_get_texts)
KOORD_LENT(koord_numa_hints_get_texts)
KOORD_LENT(koord_explanation_get_texts)
KOORD_LENT(koord_plan_get_texts)
KOORD_LENT(koord_preemption_get_texts)
%include "koord/base.h"
%include "koord/policy.h"
%include "koord/refusal.h"
%include "koord/pod.h"
%include "koord/kubelet_setup.h"
%include "koord/topology.h"
%include "koord/agent.h"
%include "koord/cgroup.h"
%include "koord/numa.h"
%include "koord/cluster.h"
%include "koord/cpu.h"
%include "koord/hook.h"
%include "koord/kubelet.h"
%include "koord/capacity.h"
%include "koord/device.h"
%include "koord/explanation.h"
%include "koord/plan.h"
%include "koord/gang.h"
%include "koord/gpu.h"
%include "koord/kubelet_files.h"
%include "koord/nrt.h"
%include "koord/preemption.h"
%include "koord/rebind.h"
%include "koord/render.h"
%include "koord/reservation.h"
