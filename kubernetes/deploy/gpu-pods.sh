#!/bin/sh
# gpu-pods.sh: lists the pods that request GPUs or other devices and have not ended, with the source of their devices. It needs
# kubectl with rights to read pods and Device objects, and changes nothing.
#   NAMESPACE  NAME  NODE  SCHEDULER  DEVICES
# DEVICES is "annotation" (koord-scheduler chose them), "kubelet" (the Device object of the node has kubelet's record of each
# resource that the pod requests), "unknown" (neither), or "pending" (the pod has no node). docs/operate/upgrade.md uses it.
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
{{- range .spec.containers}}{{template "resources" .}}{{end}}{{range .spec.initContainers}}{{template "resources" .}}{{end}}
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
    # prefixes of the rules in webhook/manifests/webhooks.yaml, and MIG instances
    return resource ~ /^(koordinator\.sh\/|(nvidia|amd|dcu)\.com\/gpu|nvidia\.com\/mig-|huawei\.com\/npu-|kubernetes\.io\/(gpu-|rdma|fpga))/
  }
  BEGIN {
    while ((getline entry <entries) > 0) known[value(entry, "podUID") " " recorded_as(value(entry, "resourceName"))] = 1
    format = "%-20s %-40s %-24s %-20s %s\n"
    printf format, "NAMESPACE", "NAME", "NODE", "SCHEDULER", "DEVICES"
  }
  {
    devices = ""
    for (i = 7; i <= NF; i++) {
      if (!is_device($i)) continue
      if (!(($1 " " recorded_as($i)) in known)) devices = "unknown"
      else if (devices == "") devices = "kubelet"
    }
    if (devices == "") next
    if ($4 == "-") devices = "pending"
    else if ($6 == "yes") devices = "annotation"
    printf format, $2, $3, $4, $5, devices
  }' "$work/pods"
