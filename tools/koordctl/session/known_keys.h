// Keys of objects that users write. Readers ignore all other keys, so a misspelt one has no effect.
// Tests compare these lists with the library's readers and with Kubernetes' types.
#pragma once

#include <string_view>

namespace koordctl::keys {

// Labels and annotations of all kinds with a prefix of Koordinator.
inline constexpr std::string_view kLabels[] = {"koordinator.sh/priority-class",
                                               "koordinator.sh/qosClass",
                                               "node.koordinator.sh/cpu-bind-policy",
                                               "node.koordinator.sh/gpu-driver-version",
                                               "node.koordinator.sh/gpu-mig",
                                               "node.koordinator.sh/gpu-model",
                                               "node.koordinator.sh/gpu-partition-policy",
                                               "node.koordinator.sh/gpu-vendor",
                                               "node.koordinator.sh/numa-allocate-policy",
                                               "node.koordinator.sh/numa-allocate-strategy",
                                               "node.koordinator.sh/numa-topology-alignment-policy",
                                               "node.koordinator.sh/numa-topology-policy",
                                               "node.koordinator.sh/secondary-device-well-planned"};
inline constexpr std::string_view kAnnotations[] = {
    "gang.scheduling.koordinator.sh/min-available",
    "gang.scheduling.koordinator.sh/name",
    "kubelet.koordinator.sh/cpu-manager-policy",
    "kubelet.koordinator.sh/cpu-manger-policy",
    "kubelet.koordinator.sh/device-manager-state",
    "kubelet.koordinator.sh/memory-manager-policy",
    "kubelet.koordinator.sh/memory-manager-state",
    "kubelet.koordinator.sh/pod-level-resource-managers",
    "node.koordinator.sh/be-cpu-shared-pools",
    "node.koordinator.sh/claimed-devices",
    "node.koordinator.sh/cpu-shared-pools",
    "node.koordinator.sh/cpu-topology",
    "node.koordinator.sh/device-plugins",
    "node.koordinator.sh/devices-checkpoints",
    "node.koordinator.sh/devices-checkpoints-error",
    "node.koordinator.sh/gpu-checkpoints",
    "node.koordinator.sh/gpu-links",
    "node.koordinator.sh/gpu-mig-instances",
    "node.koordinator.sh/isolated-cpus",
    "node.koordinator.sh/mig-instances",
    "node.koordinator.sh/pod-cpu-allocs",
    "node.koordinator.sh/reservation",
    "node.koordinator.sh/resource-amplification-ratio",
    "node.koordinator.sh/system-qos-resource",
    "node.koordinator.sh/takeover-stage",
    "scheduling.koordinator.sh/device-allocate-hint",
    "scheduling.koordinator.sh/device-allocated",
    "scheduling.koordinator.sh/device-joint-allocate",
    "scheduling.koordinator.sh/gpu-partition-spec",
    "scheduling.koordinator.sh/gpu-partitions",
    "scheduling.koordinator.sh/isolated-cpus",
    "scheduling.koordinator.sh/numa-topology-spec",
    "scheduling.koordinator.sh/reservation-allocated",
    "scheduling.koordinator.sh/resource-spec",
    "scheduling.koordinator.sh/resource-status"};

// Kubernetes 1.36 and 1.37: any object, ObjectMeta, PodSpec, specs of workloads, Container and
// ResourceRequirements.
inline constexpr std::string_view kObject[] = {"apiVersion", "kind", "metadata", "spec", "status"};
inline constexpr std::string_view kMetadata[] = {"annotations",
                                                 "creationTimestamp",
                                                 "deletionGracePeriodSeconds",
                                                 "deletionTimestamp",
                                                 "finalizers",
                                                 "generateName",
                                                 "generation",
                                                 "labels",
                                                 "managedFields",
                                                 "name",
                                                 "namespace",
                                                 "ownerReferences",
                                                 "resourceVersion",
                                                 "selfLink",
                                                 "uid"};
inline constexpr std::string_view kPodSpec[] = {"activeDeadlineSeconds",
                                                "affinity",
                                                "automountServiceAccountToken",
                                                "containers",
                                                "dnsConfig",
                                                "dnsPolicy",
                                                "enableServiceLinks",
                                                "ephemeralContainers",
                                                "evictionResponders",
                                                "hostAliases",
                                                "hostIPC",
                                                "hostNetwork",
                                                "hostPID",
                                                "hostUsers",
                                                "hostname",
                                                "hostnameOverride",
                                                "imagePullSecrets",
                                                "initContainers",
                                                "nodeName",
                                                "nodeSelector",
                                                "os",
                                                "overhead",
                                                "preemptionPolicy",
                                                "priority",
                                                "priorityClassName",
                                                "readinessGates",
                                                "resourceClaims",
                                                "resources",
                                                "restartPolicy",
                                                "runtimeClassName",
                                                "schedulerName",
                                                "schedulingGates",
                                                "schedulingGroup",
                                                "securityContext",
                                                "serviceAccount",
                                                "serviceAccountName",
                                                "setHostnameAsFQDN",
                                                "shareProcessNamespace",
                                                "subdomain",
                                                "terminationGracePeriodSeconds",
                                                "tolerations",
                                                "topologySpreadConstraints",
                                                "volumes",
                                                "workloadRef"};
inline constexpr std::string_view kPodTemplate[] = {"metadata", "spec"};
inline constexpr std::string_view kDeploymentSpec[] = {"minReadySeconds",
                                                       "paused",
                                                       "progressDeadlineSeconds",
                                                       "replicas",
                                                       "revisionHistoryLimit",
                                                       "selector",
                                                       "strategy",
                                                       "template"};
inline constexpr std::string_view kReplicaSetSpec[] = {"minReadySeconds", "replicas", "selector",
                                                       "template"};
inline constexpr std::string_view kStatefulSetSpec[] = {"minReadySeconds",
                                                        "ordinals",
                                                        "persistentVolumeClaimRetentionPolicy",
                                                        "podManagementPolicy",
                                                        "replicas",
                                                        "revisionHistoryLimit",
                                                        "selector",
                                                        "serviceName",
                                                        "template",
                                                        "updateStrategy",
                                                        "volumeClaimTemplates"};
inline constexpr std::string_view kOrdinals[] = {"start"};
inline constexpr std::string_view kJobSpec[] = {"activeDeadlineSeconds",
                                                "backoffLimit",
                                                "backoffLimitPerIndex",
                                                "completionMode",
                                                "completions",
                                                "failedPodsLimit",
                                                "managedBy",
                                                "manualSelector",
                                                "maxFailedIndexes",
                                                "parallelism",
                                                "podFailurePolicy",
                                                "podReplacementPolicy",
                                                "scheduling",
                                                "selector",
                                                "successPolicy",
                                                "suspend",
                                                "template",
                                                "ttlSecondsAfterFinished"};
inline constexpr std::string_view kCronJobSpec[] = {
    "concurrencyPolicy",       "failedJobsHistoryLimit",     "jobTemplate", "schedule",
    "startingDeadlineSeconds", "successfulJobsHistoryLimit", "suspend",     "timeZone"};
inline constexpr std::string_view kToleration[] = {"effect", "key", "operator", "tolerationSeconds",
                                                   "value"};
inline constexpr std::string_view kAffinity[] = {"nodeAffinity", "podAffinity", "podAntiAffinity"};
inline constexpr std::string_view kAffinityRules[] = {
    "preferredDuringSchedulingIgnoredDuringExecution",
    "requiredDuringSchedulingIgnoredDuringExecution"};
inline constexpr std::string_view kNodeSelector[] = {"nodeSelectorTerms"};
inline constexpr std::string_view kNodeSelectorTerm[] = {"matchExpressions", "matchFields"};
inline constexpr std::string_view kNodeSelectorRequirement[] = {"key", "operator", "values"};
inline constexpr std::string_view kPreferredTerm[] = {"preference", "weight"};
inline constexpr std::string_view kContainer[] = {"args",
                                                  "command",
                                                  "env",
                                                  "envFrom",
                                                  "image",
                                                  "imagePullPolicy",
                                                  "lifecycle",
                                                  "livenessProbe",
                                                  "name",
                                                  "ports",
                                                  "readinessProbe",
                                                  "resizePolicy",
                                                  "resources",
                                                  "restartPolicy",
                                                  "restartPolicyRules",
                                                  "securityContext",
                                                  "startupProbe",
                                                  "stdin",
                                                  "stdinOnce",
                                                  "terminationMessagePath",
                                                  "terminationMessagePolicy",
                                                  "tty",
                                                  "volumeDevices",
                                                  "volumeMounts",
                                                  "workingDir"};
inline constexpr std::string_view kResources[] = {"claims", "limits", "requests"};

// Members of annotation values.
inline constexpr std::string_view kResourceSpec[] = {
    "numaTopologyPolicy", "preferredCPUBindPolicy", "preferredCPUExclusivePolicy",
    "requiredCPUBindPolicy", "singleNUMANodeExclusive"};
inline constexpr std::string_view kNumaTopologySpec[] = {"numaTopologyPolicy",
                                                         "singleNUMANodeExclusive"};
inline constexpr std::string_view kDeviceHint[] = {
    "allocateStrategy", "exclusivePolicy", "requiredTopologyScope", "selector", "vfSelector"};
inline constexpr std::string_view kJointDevices[] = {"deviceTypes", "requiredScope"};
inline constexpr std::string_view kPartitionSpec[] = {"allocatePolicy", "ringBusBandwidth"};

// RebindResource and PodGroup (scheduling.sigs.k8s.io).
inline constexpr std::string_view kRebindSpec[] = {"deadlineInSeconds", "nodeName", "rebindAction"};
inline constexpr std::string_view kPodGroupSpec[] = {"minMember", "minResources",
                                                     "scheduleTimeoutSeconds"};

// Arguments of plugins. Some are only read by Koordinator.
inline constexpr std::string_view kNumaArgs[] = {
    "apiVersion",          "defaultCPUBindPolicy",        "kind",
    "numaScoringStrategy", "numaTopologyAlignmentPolicy", "scoringStrategy"};
inline constexpr std::string_view kDeviceArgs[] = {"allocator",
                                                   "apiVersion",
                                                   "disableDeviceNUMATopologyAlignment",
                                                   "gpuShareUnsupportedModels",
                                                   "gpuSharedResourceTemplates",
                                                   "gpuSharedResourceTemplatesConfig",
                                                   "kind",
                                                   "requireDeviceObject",
                                                   "scoringStrategy",
                                                   "withholdUnreportedDevices"};
inline constexpr std::string_view kNrtMatchArgs[] = {
    "apiVersion",           "cache", "cacheResyncPeriodSeconds",
    "discardReservedNodes", "kind",  "scoringStrategy"};
inline constexpr std::string_view kScoringStrategy[] = {"requestedToCapacityRatio", "resources",
                                                        "type"};
inline constexpr std::string_view kScoredResource[] = {"name", "weight"};

}  // namespace koordctl::keys
