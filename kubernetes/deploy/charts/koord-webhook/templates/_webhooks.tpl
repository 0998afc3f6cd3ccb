{{- /* items as CEL strings; the schema excludes quotes */ -}}
{{- define "koord-webhook.strings" -}}
{{- range $number, $item := . -}}
{{ if $number }}, {{ end }}'{{ $item }}'
{{- end -}}
{{- end }}

{{- /* names and prefixes of device resources in CEL, in addition to those that libkoord knows */ -}}
{{- define "koord-webhook.moreResources" -}}
{{- range .Values.config.resources }}, '{{ trimSuffix "*" . }}'{{ end -}}
{{- end }}

{{- /*
The condition that a pod states something that libkoord handles, by the argument (list . CLAIMS): with the annotations of claims
if CLAIMS. A pod that the webhook recognises must meet it.
*/ -}}
{{- define "koord-webhook.concernsLibkoord" -}}
- name: concerns-libkoord
  expression: >-
    'koordinator.sh/qosClass' in object.metadata.?labels.orValue({}) ||
    ['scheduling.koordinator.sh/resource-spec',
     'scheduling.koordinator.sh/numa-topology-spec',
     'scheduling.koordinator.sh/isolated-cpus',
     'scheduling.koordinator.sh/device-allocate-hint',
     'scheduling.koordinator.sh/device-joint-allocate',
     'scheduling.koordinator.sh/gpu-partition-spec',
     'scheduling.koordinator.sh/reservation-affinity'
     {{- if index . 1 }},
     'scheduling.koordinator.sh/resource-status',
     'scheduling.koordinator.sh/device-allocated',
     'scheduling.koordinator.sh/reservation-allocated'
     {{- end }}]
      .exists(key, key in object.metadata.?annotations.orValue({})) ||
    ([object.spec.?resources] +
      (object.spec.containers == null ? [] : object.spec.containers).map(container, container.?resources) +
      object.spec.?initContainers.orValue([]).map(container, container.?resources))
      .exists(resources, [resources.?limits, resources.?requests]
        .exists(list, list.orValue({}).exists(name,
          ['koordinator.sh/', 'nvidia.com/gpu', 'amd.com/gpu', 'dcu.com/gpu', 'huawei.com/npu-',
           'kubernetes.io/gpu-', 'kubernetes.io/rdma', 'kubernetes.io/fpga'{{ include "koord-webhook.moreResources" (index . 0) }}]
            .exists(known, name.startsWith(known))))) ||
    object.spec.?overhead.orValue({}).exists(name,
      ['koordinator.sh/', 'nvidia.com/gpu', 'amd.com/gpu', 'dcu.com/gpu', 'huawei.com/npu-',
       'kubernetes.io/gpu-', 'kubernetes.io/rdma', 'kubernetes.io/fpga'{{ include "koord-webhook.moreResources" (index . 0) }}]
        .exists(known, name.startsWith(known)))
{{- end }}

{{- /* the condition that the scheduler does not make the request */ -}}
{{- define "koord-webhook.notByTheScheduler" -}}
- name: not-by-the-scheduler
  expression: "!(request.userInfo.?username.orValue('') in [{{ include "koord-webhook.strings" .Values.config.accounts.scheduler }}])"
{{- end }}

{{- /* what all webhooks have in common, by the argument (list . NAME SIDE-EFFECTS) */ -}}
{{- define "koord-webhook.webhook" -}}
{{- $name := index . 1 -}}
{{- $sideEffects := index . 2 -}}
{{- with index . 0 -}}
- name: {{ $name }}.pods.koordinator.sh
  admissionReviewVersions: [v1]
  clientConfig:
    service: {namespace: {{ .Release.Namespace }}, name: koord-webhook, port: 443, path: /{{ $name }}}
  sideEffects: {{ $sideEffects }}
  timeoutSeconds: {{ .Values.webhooks.timeoutSeconds }}
  failurePolicy: {{ index .Values.webhooks.failurePolicy $name }}
  matchPolicy: Equivalent
  namespaceSelector:
    matchExpressions:
      - key: kubernetes.io/metadata.name
        operator: NotIn
        values:
          {{- list "kube-system" .Release.Namespace | concat (.Values.config.exemptNamespaces | default list) | uniq | sortAlpha | toYaml | nindent 10 }}
{{- end -}}
{{- end }}

{{- /* annotations of a webhook configuration */ -}}
{{- define "koord-webhook.injection" -}}
{{- if .Values.certManager.enabled -}}
annotations:
  cert-manager.io/inject-ca-from: {{ .Release.Namespace }}/koord-webhook
{{- end -}}
{{- end }}
