{{- /*
A DaemonSet, by the argument (list . NODES). NODES is all, other or gpu: those without and with the label of GPUs. The selector of
koord-agent also matches the pods of koord-agent-gpu; that is harmless, because a DaemonSet only adopts pods without an owner.
*/ -}}
{{- define "koord-agent.daemonSet" -}}
{{- $nodes := index . 1 -}}
{{- with index . 0 -}}
{{- $gpu := eq $nodes "gpu" -}}
{{- $runtimeClass := and $gpu (eq .Values.gpu.access "runtimeClass") -}}
{{- $hostMounts := and $gpu (eq .Values.gpu.access "hostMounts") -}}
{{- $nri := ne ((.Values.config.nri | default dict).use | default "required") "never" -}}
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: koord-agent{{ if $gpu }}-gpu{{ end }}
  namespace: {{ .Release.Namespace }}
  labels:
    app: koord-agent
    {{- if $gpu }}
    koord-agent-nodes: gpu
    {{- end }}
    {{- include "koord.labels" . | nindent 4 }}
spec:
  selector:
    matchLabels:
      app: koord-agent
      {{- if $gpu }}
      koord-agent-nodes: gpu
      {{- end }}
  updateStrategy:
    {{- toYaml .Values.updateStrategy | nindent 4 }}
  template:
    metadata:
      labels:
        app: koord-agent
        {{- if $gpu }}
        koord-agent-nodes: gpu
        {{- end }}
      {{- with .Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "koord.pod" . | nindent 6 }}
      {{- with $gpu | ternary (dict "nvidia.com/gpu.present" "true") dict | merge (deepCopy .Values.nodeSelector) }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- if $runtimeClass }}
      runtimeClassName: {{ .Values.gpu.runtimeClassName }}
      {{- end }}
      hostNetwork: false
      hostPID: false
      {{- with include "koord-agent.affinity" (list . (eq $nodes "other")) | fromYaml }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: koord-agent
          image: {{ include "koord.image" . }}
          imagePullPolicy: {{ .Values.image.pullPolicy }}
          command:
            - koord-agent
            - -config=/etc/koord-agent/config.yaml
            - -node-name=$(NODE_NAME)
            - -log-format={{ .Values.logFormat }}
            {{- if ne .Values.logLevel "info" }}
            - -log-level={{ .Values.logLevel }}
            {{- end }}
            {{- with .Values.extraArgs }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          env:
            - name: NODE_NAME
              valueFrom:
                fieldRef:
                  fieldPath: spec.nodeName
            {{- if $runtimeClass }}
            # The runtime adds NVML and the device nodes of all GPUs because of the variable. If its configuration ignores the
            # variables of unprivileged containers, it does so because of the mount.
            - name: NVIDIA_VISIBLE_DEVICES
              value: all
            - name: NVIDIA_DRIVER_CAPABILITIES
              value: utility
            {{- end }}
            {{- with .Values.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          ports:
            - name: http
              containerPort: {{ include "koord.port" (list . "listen" "127.0.0.1:9472") }}
          livenessProbe:
            httpGet: {path: /healthz, port: http}
            initialDelaySeconds: 10
            periodSeconds: 20
          readinessProbe:
            httpGet: {path: /readyz, port: http}
            periodSeconds: 5
          resources:
            {{- toYaml .Values.resources | nindent 12 }}
          securityContext:
            {{- include "koord-agent.securityContext" (list . $hostMounts) | nindent 12 }}
          volumeMounts:
            - name: config
              mountPath: /etc/koord-agent
              readOnly: true
            - name: state
              mountPath: /run/koord
            {{- if $nri }}
            - name: nri
              mountPath: /var/run/nri
            {{- end }}
            - name: cgroup
              mountPath: /host/cgroup
            - name: kubelet
              mountPath: /host/kubelet
              readOnly: true
            {{- if $runtimeClass }}
            - name: all-gpus
              mountPath: /var/run/nvidia-container-devices/all
              readOnly: true
            {{- end }}
            {{- if $hostMounts }}
            - name: nvml
              mountPath: /usr/lib/libnvidia-ml.so.1
              readOnly: true
            - name: dev
              mountPath: /dev
            {{- end }}
      volumes:
        - name: config
          configMap:
            name: {{ include "koord.configName" (list . (toYaml .Values.config)) }}
        - name: state
          hostPath: {path: {{ .Values.hostPaths.state | quote }}, type: DirectoryOrCreate}
        {{- if $nri }}
        # The directory instead of the socket: containerd recreates the socket when it starts.
        - name: nri
          hostPath: {path: {{ .Values.hostPaths.nri | quote }}, type: Directory}
        {{- end }}
        - name: cgroup
          hostPath: {path: {{ .Values.hostPaths.cgroup | quote }}, type: Directory}
        # The directory instead of the files: kubelet replaces them.
        - name: kubelet
          hostPath: {path: {{ .Values.hostPaths.kubelet | quote }}, type: Directory}
        {{- if $runtimeClass }}
        - name: all-gpus
          hostPath: {path: /dev/null, type: CharDevice}
        {{- end }}
        {{- if $hostMounts }}
        - name: nvml
          hostPath: {path: {{ .Values.gpu.library | quote }}, type: File}
        - name: dev
          hostPath: {path: /dev, type: Directory}
        {{- end }}
{{- end }}
{{- end }}
