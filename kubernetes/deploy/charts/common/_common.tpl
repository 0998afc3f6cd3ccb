{{- /*
Templates of all three charts, each of which links to this file. Names of objects are those of kubernetes/deploy: programs,
rights and policies refer to each other by them, and a cluster has one of each.
*/ -}}

{{- /* labels that Helm adds to those of the manifests */ -}}
{{- define "koord.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "koord.image" -}}
{{- $name := join "/" (compact (list .Values.image.registry .Values.image.repository)) -}}
{{- if .Values.image.digest -}}
{{ $name }}@{{ .Values.image.digest }}
{{- else -}}
{{ $name }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- /*
The name of the ConfigMap with the text of config.yaml, by the argument (list . TEXT). It has a hash of the text, as with kustomize,
so that a changed configuration restarts the pods, and a rollback of the release brings the old one back.
*/ -}}
{{- define "koord.configName" -}}
{{ (index . 0).Chart.Name }}-config-{{ index . 1 | sha256sum | trunc 10 }}
{{- end }}

{{- /* the ConfigMap, by the same argument */ -}}
{{- define "koord.configMap" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "koord.configName" . }}
  namespace: {{ (index . 0).Release.Namespace }}
  labels:
    {{- include "koord.labels" (index . 0) | nindent 4 }}
data:
  config.yaml: |
    {{- index . 1 | trimSuffix "\n" | nindent 4 }}
{{- end }}

{{- /* the port of an address in values.config, by the argument (list . FIELD DEFAULT) */ -}}
{{- define "koord.port" -}}
{{- $address := index (index . 0).Values.config (index . 1) | default (index . 2) -}}
{{- if not (regexMatch "^(\\[::\\]|0\\.0\\.0\\.0)?:[0-9]+$" $address) -}}
{{- fail (printf "config.%s: found %q, expected an address that is reached from outside the pod, as in \":9000\"" (index . 1) $address) -}}
{{- end -}}
{{ regexFind "[0-9]+$" $address }}
{{- end }}

{{- /* fields of a pod that all three programs have */ -}}
{{- define "koord.pod" -}}
serviceAccountName: {{ .Chart.Name }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* the budget of a Deployment; maxUnavailable takes the place of minAvailable */ -}}
{{- define "koord.budget" -}}
{{- $budget := .Values.podDisruptionBudget -}}
{{- if $budget.enabled -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .Chart.Name }}
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "koord.labels" . | nindent 4 }}
spec:
  {{- if kindIs "invalid" $budget.maxUnavailable }}
  minAvailable: {{ $budget.minAvailable }}
  {{- else }}
  maxUnavailable: {{ $budget.maxUnavailable }}
  {{- end }}
  selector:
    matchLabels:
      app: {{ .Chart.Name }}
{{- end -}}
{{- end }}

{{- /* the service account */ -}}
{{- define "koord.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ .Chart.Name }}
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "koord.labels" . | nindent 4 }}
{{- end }}

{{- /* the subject of a binding: the service account */ -}}
{{- define "koord.subjects" -}}
subjects:
  - kind: ServiceAccount
    name: {{ .Chart.Name }}
    namespace: {{ .Release.Namespace }}
{{- end }}

{{- /* a ClusterRoleBinding, by the argument (list . NAME ROLE) */ -}}
{{- define "koord.clusterRoleBinding" -}}
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: {{ index . 1 }}
  labels:
    {{- include "koord.labels" (index . 0) | nindent 4 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: {{ index . 2 }}
{{ include "koord.subjects" (index . 0) }}
{{- end }}
