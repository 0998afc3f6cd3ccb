#!/bin/sh
# gpu-pods.sh: lists the pods that request GPUs or other devices and have not ended, with the source of their devices. It needs
# kubectl with rights to read pods and Device objects, and changes nothing.
#   NAMESPACE  NAME  NODE  SCHEDULER  DEVICES
# DEVICES is "annotation" (koord-scheduler chose them), "kubelet" (the Device object of the node has kubelet's record of each
# container and resource of devices), "unreported" (neither), or "pending" (the pod has no node). Init containers of a pod with
# the condition Initialized have ended and need no record. docs/operate/upgrade.md uses it.
set -eu
[ $# -eq 0 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Pods first: what a pod has been given since is in the reports that are read afterwards.
kubectl get pods --all-namespaces --field-selector status.phase!=Succeeded,status.phase!=Failed -o go-template='
{{- define "amounts"}}{{range $name, $amount := .}}{{if ne (print $amount) "0"}} {{$name}}{{end}}{{end}}{{end -}}
{{- define "resources"}}{{with .resources}}{{template "amounts" .limits}}{{template "amounts" .requests}}{{end}}{{end -}}
{{range .items}}{{.metadata.uid}} {{.metadata.namespace}} {{.metadata.name}} {{or .spec.nodeName "-"}} {{.spec.schedulerName}}
{{- $claimed := "no"}}{{with .metadata.annotations}}{{if index . "scheduling.koordinator.sh/device-allocated"}}{{$claimed = "yes"}}{{end}}{{end}} {{$claimed}}
{{- template "resources" .spec}}{{template "amounts" .spec.overhead}}
{{- $ended := false}}{{range .status.conditions}}{{if and (eq .type "Initialized") (eq .status "True")}}{{$ended = true}}{{end}}{{end}}
{{- range .spec.containers}} :{{.name}}{{template "resources" .}}{{end}}
{{- range .spec.initContainers}}{{if or (not $ended) (eq (print .restartPolicy) "Always")}} :{{.name}}{{template "resources" .}}{{end}}{{end}}
{{end}}' >"$work/pods"
kubectl get devices.scheduling.koordinator.sh -o go-template='
{{- range .items}}{{with .metadata.annotations}}{{with index . "node.koordinator.sh/devices-checkpoints"}}{{.}}
{{end}}{{end}}{{end}}' >"$work/records"
# One line for each entry of the records. Their values contain no braces.
tr '{' '\n' <"$work/records" >"$work/entries"
awk -v entries="$work/entries" '
  # value returns a string member of an entry, or "".
  function value(entry, member) {
    if (!match(entry, "\"" member "\": *\"[^\"]*\"")) return ""
    split(substr(entry, RSTART, RLENGTH), part, "\"")
    return part[4]
  }
  # recorded_as returns the resource in the records for one that pods request. All amounts of GPUs are recorded as
  # nvidia.com/gpu, and a plugin that shares devices may add ".shared" to their resource.
  function recorded_as(resource) {
    sub(/\.shared$/, "", resource)
    return resource ~ /^(koordinator\.sh|kubernetes\.io)\/gpu/ ? "nvidia.com/gpu" : resource
  }
  function is_device(resource) {
    # resources that koord-scheduler allocates, MIG instances, and those of device plugins (objects.DevicePlugins)
    return resource ~ /^(koordinator\.sh\/|(nvidia|amd|dcu)\.com\/gpu|nvidia\.com\/mig-|huawei\.com\/npu-|kubernetes\.io\/(gpu-|rdma|fpga))/ ||
      resource ~ /^(hygon\.com\/dcu$|huawei\.com\/Ascend|cambricon\.com\/|metax-tech\.com\/gpu$|xilinx\.com\/fpga-|fpga\.intel\.com\/)/
  }
  BEGIN {
    while ((getline entry <entries) > 0) {
      pod = value(entry, "podUID") " " recorded_as(value(entry, "resourceName"))
      known[pod] = known[pod " :" value(entry, "containerName")] = 1
    }
    format = "%-20s %-40s %-24s %-20s %s\n"
    printf format, "NAMESPACE", "NAME", "NODE", "SCHEDULER", "DEVICES"
  }
  {
    devices = container = ""
    for (i = 7; i <= NF; i++) {
      if ($i ~ /^:/) container = " " $i
      if (!is_device($i)) continue
      if (!(($1 " " recorded_as($i) container) in known)) devices = "unreported"
      else if (devices == "") devices = "kubelet"
    }
    if (devices == "") next
    if ($4 == "-") devices = "pending"
    else if ($6 == "yes") devices = "annotation"
    printf format, $2, $3, $4, $5, devices
  }' "$work/pods"
