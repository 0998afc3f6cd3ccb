{{- /* the KubeSchedulerConfiguration: values.config with koordArgs, the namespace of the lease, and replaceKubeScheduler */ -}}
{{- define "koord-scheduler.config" -}}
{{- $config := deepCopy .Values.config -}}
{{- $election := $config.leaderElection | default dict -}}
{{- if not $election.resourceNamespace -}}
{{- $_ := set $election "resourceNamespace" .Release.Namespace -}}
{{- end -}}
{{- if .Values.replaceKubeScheduler -}}
{{- $_ := set $election "resourceName" "kube-scheduler" -}}
{{- $_ := set $election "resourceNamespace" "kube-system" -}}
{{- $_ := set (first $config.profiles) "schedulerName" "default-scheduler" -}}
{{- end -}}
{{- $_ := set $config "leaderElection" $election -}}
{{- range $profile := $config.profiles -}}
{{- $koord := deepCopy $.Values.koordArgs -}}
{{- $plugins := list -}}
{{- range $plugin := $profile.pluginConfig -}}
{{- if eq $plugin.name "Koord" -}}
{{- $koord = mustMergeOverwrite $koord ($plugin.args | default dict) -}}
{{- else -}}
{{- $plugins = append $plugins $plugin -}}
{{- end -}}
{{- end -}}
{{- $_ := set $profile "pluginConfig" (prepend $plugins (dict "name" "Koord" "args" $koord)) -}}
{{- end -}}
{{- toYaml $config -}}
{{- end }}
