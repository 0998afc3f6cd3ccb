{{- /* the webhook's configuration: values.config with the namespace of the release and the certificate of cert-manager */ -}}
{{- define "koord-webhook.config" -}}
{{- $config := deepCopy .Values.config -}}
{{- if ne .Release.Namespace "kube-system" -}}
{{- $_ := set $config "namespace" .Release.Namespace -}}
{{- end -}}
{{- if .Values.certManager.enabled -}}
{{- $files := dict "source" "files" "directory" "/etc/koord-webhook-certificates" -}}
{{- $_ := set $config "certificates" (mustMergeOverwrite ($config.certificates | default dict) $files) -}}
{{- end -}}
{{- toYaml $config -}}
{{- end }}
