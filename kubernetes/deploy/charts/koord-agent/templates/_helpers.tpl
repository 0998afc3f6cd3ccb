{{- /* the affinity of a DaemonSet, by the argument (list . WITHOUT): for nodes without the label of GPUs if WITHOUT */ -}}
{{- define "koord-agent.affinity" -}}
{{- $affinity := deepCopy (index . 0).Values.affinity -}}
{{- if index . 1 -}}
{{- if $affinity.nodeAffinity -}}
{{- fail "affinity.nodeAffinity: found beside gpu.access, which chooses nodes itself; use nodeSelector" -}}
{{- end -}}
{{- $term := dict "key" "nvidia.com/gpu.present" "operator" "NotIn" "values" (list "true") -}}
{{- $terms := list (dict "matchExpressions" (list $term)) -}}
{{- $required := dict "requiredDuringSchedulingIgnoredDuringExecution" (dict "nodeSelectorTerms" $terms) -}}
{{- $_ := set $affinity "nodeAffinity" $required -}}
{{- end -}}
{{- toYaml $affinity -}}
{{- end }}

{{- /* the security context, by the argument (list . PRIVILEGED) */ -}}
{{- define "koord-agent.securityContext" -}}
{{- $context := deepCopy (index . 0).Values.securityContext -}}
{{- if index . 1 -}}
{{- $context = mustMergeOverwrite (omit $context "capabilities" "seccompProfile") (dict "privileged" true "allowPrivilegeEscalation" true) -}}
{{- end -}}
{{- toYaml $context -}}
{{- end }}

{{- /* rights to change Nodes, by the argument (list . NAME RESOURCES) */ -}}
{{- define "koord-agent.nodeRights" -}}
{{- if not (index . 0).Values.rights.ownNode -}}
{{- fail (printf "rights.%s: permits changes of all Nodes; expected rights.ownNode: true, which restricts an agent to its own" (index . 1)) -}}
{{- end -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: koord-agent-{{ index . 1 }}
  labels:
    {{- include "koord.labels" (index . 0) | nindent 4 }}
rules:
  - apiGroups: [""]
    resources: [{{ join ", " (index . 2) }}]
    verbs: [patch]
---
{{ $name := printf "koord-agent-%s" (index . 1) -}}
{{ include "koord.clusterRoleBinding" (list (index . 0) $name $name) }}
{{- end }}
