#!/bin/sh
# gpu-pods.sh: lists the pods that request GPUs or other devices and have not ended, with the source of their devices. It needs
# kubectl with rights to read pods, ResourceClaims and Device objects, and changes nothing.
#   NAMESPACE  NAME  NODE  SCHEDULER  DEVICES
# DEVICES is "pending" (the pod has no node), "unreported" (a container lacks devices of a type in the record of its node),
# "annotation" (device-allocated names devices of the type), "kubelet" (the record has all), "claim" (all its devices are those of
# ResourceClaims), or "absent" (the node has no such devices). The script does not judge annotations: koord_refused_claims_total
# counts those that koord-scheduler refuses.
#
# The record is the annotation devices-checkpoints of the node's Device object. koord-scheduler compares it with pods by the same
# rules (docs/reference/claims.md, "Unreported devices"): by container and type of device, with as many ids as the container
# requests of a plugin's resources, of which the annotation device-plugins may name more. Init containers of a pod with the
# condition Initialized have ended and need no record. A node without a Device object has an unknown number of devices. Only the
# drivers of claims are read. docs/operate/upgrade.md uses this script.
set -eu
[ $# -eq 0 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Pods first: what a pod has been given since is in the reports that are read afterwards.
# A container begins with ":", an init container that has ended with "!".
kubectl get pods --all-namespaces --field-selector status.phase!=Succeeded,status.phase!=Failed -o go-template='
{{- define "amounts"}}{{range $name, $amount := .}} {{$name}}={{$amount}}{{end}}{{end -}}
{{- define "resources"}}{{with .resources}}{{template "amounts" .limits}}{{template "amounts" .requests}}{{end}}{{end -}}
{{range .items}}{{.metadata.uid}} {{.metadata.namespace}} {{.metadata.name}} {{or .spec.nodeName "-"}} {{.spec.schedulerName}}
{{- $claim := "-"}}{{with .metadata.annotations}}{{with index . "scheduling.koordinator.sh/device-allocated"}}{{$claim = urlquery .}}{{end}}{{end}} {{$claim}}
{{- template "resources" .spec}}{{template "amounts" .spec.overhead}}
{{- range .spec.resourceClaims}} @{{or .resourceClaimName ""}}{{end}}
{{- range .status.resourceClaimStatuses}}{{with .resourceClaimName}} @{{.}}{{end}}{{end}}
{{- with .status.extendedResourceClaimStatus}} @{{.resourceClaimName}}{{range .requestMappings}} ^{{.containerName}}^{{.resourceName}}{{end}}{{end}}
{{- $ended := false}}{{range .status.conditions}}{{if and (eq .type "Initialized") (eq .status "True")}}{{$ended = true}}{{end}}{{end}}
{{- range .spec.containers}} :{{.name}}{{template "resources" .}}{{end}}
{{- range .spec.initContainers}} {{if or (not $ended) (eq (print .restartPolicy) "Always")}}:{{else}}!{{end}}{{.name}}{{template "resources" .}}{{end}}
{{end}}' >"$work/pods"
# Allocated claims with the drivers of their devices. Older clusters have no ResourceClaims.
kubectl get resourceclaims.resource.k8s.io --all-namespaces -o go-template='
{{- range .items}}{{$claim := .metadata}}{{with .status}}{{with .allocation}}{{with .devices}}{{range .results}}
{{- if not .adminAccess}}{{$claim.namespace}}/{{$claim.name}} {{.driver}}
{{end}}{{end}}{{end}}{{end}}{{end}}{{end}}' >"$work/claims" 2>"$work/error" ||
  grep -q "doesn't have a resource type" "$work/error" || { cat "$work/error" >&2; exit 1; }
kubectl get devices.scheduling.koordinator.sh -o go-template='
{{- range .items}}node {{.metadata.name}}
{{range .spec.devices}}device {{or .type "-"}} {{or .id "-"}}{{range $name, $amount := .resources}} {{$name}}={{$amount}}{{end}}
{{end}}{{with .metadata.annotations}}{{with index . "node.koordinator.sh/mig-instances"}}instances {{.}}
{{end}}{{with index . "node.koordinator.sh/device-plugins"}}plugins {{.}}
{{end}}{{with index . "node.koordinator.sh/devices-checkpoints"}}record {{.}}
{{end}}{{end}}{{end}}' >"$work/devices"
# One line for each entry of a list in an annotation, as their values contain no braces.
awk '{gsub(/[{]/, "\n{"); print}' "$work/devices" >"$work/nodes"
awk -v nodes="$work/nodes" -v claims="$work/claims" '
  # value returns a string member of an entry, or "".
  function value(entry, member) {
    if (!match(entry, "\"" member "\": *\"[^\"]*\"")) return ""
    split(substr(entry, RSTART, RLENGTH), part, "\"")
    return part[4]
  }
  # quantity returns an amount of Kubernetes, rounded up.
  function quantity(text, number, unit, power) {
    number = text + 0
    unit = text
    sub(/^[0-9.]+([eE][0-9]+)?/, "", unit)
    if (unit != "") {
      if (unit == "m") number /= 1000
      else
        for (power = index("kMGTPE", unit == "Ki" ? "k" : substr(unit, 1, 1)); power > 0; power--) number *= unit ~ /i$/ ? 1024 : 1000
    }
    return number > int(number) ? int(number) + 1 : int(number)
  }
  # known returns the type of the devices of an amount that kubelet does not count, or "".
  function known(resource) {
    if (resource ~ /^(koordinator\.sh\/gpu|kubernetes\.io\/gpu-|huawei\.com\/npu-)/) return "gpu"
    if (resource ~ /^(koordinator\.sh|kubernetes\.io)\/rdma$/) return "rdma"
    return resource ~ /^(koordinator\.sh|kubernetes\.io)\/fpga$/ ? "fpga" : ""
  }
  # of_plugin returns the type of the devices of a resource of device plugins (others of objects.DevicePlugins), or "".
  function of_plugin(resource) {
    if (resource ~ /^(xilinx\.com\/fpga-|fpga\.intel\.com\/|amd\.com\/(xilinx_|ama_))/) return "fpga"
    if (resource ~ /^(nvidia\.com\/gpu\.shared$|amd\.com\/[a-z]+_nps[0-9]+$|hygon\.com\/dcu|huawei\.com\/Ascend)/) return "gpu"
    return resource ~ /^(cambricon\.com\/|metax-tech\.com\/(s|vfio-)?gpu$|gpu\.intel\.com\/|habana\.ai\/gaudi$|kunlunxin\.com\/)/ ? "gpu" : ""
  }
  # type_of returns the type of the devices of a resource on a node, or "", and sets size to the amount for which kubelet gives an
  # id, or to 0 if it gives none.
  function type_of(node, resource, profile) {
    size = 0
    if (known(resource) != "") return known(resource)
    size = 1
    if ((node, resource) in plugin) return plugin[node, resource]
    if (resource ~ /^(nvidia|amd|dcu)\.com\/gpu$/) return "gpu"
    if ((node, resource) in most) {
      size = most[node, resource]
      return holder[node, resource]
    }
    if (resource !~ /^nvidia\.com\/mig-/) return of_plugin(resource)
    profile = resource
    sub(/^nvidia\.com\//, "", profile)
    sub(/\.shared$/, "", profile)
    return (node, profile) in present ? profile : "gpu"
  }
  function add_entry(node, entry, ids, count, i, id, type, container) {
    if (value(entry, "podUID") == "" || !match(entry, /"deviceIDs": *\[[^]]*\]/)) return
    count = split(substr(entry, RSTART, RLENGTH), ids, "\"")
    type = type_of(node, value(entry, "resourceName"))
    container = node SUBSEP value(entry, "podUID") SUBSEP value(entry, "containerName")
    if (type == "" && count >= 4) {
      id = ids[4]
      sub(/::.*/, "", id)
      type = (node, id) in device ? device[node, id] : id ~ /^MIG-/ ? "gpu" : ""
    }
    if (type == "") return
    recorded[container, type] += 0
    for (i = 4; i <= count; i += 2)
      if (!((container, type, ids[i]) in counted)) {
        counted[container, type, ids[i]] = 1
        recorded[container, type]++
      }
  }
  function read_nodes(line, fields, count, i, pair, amount, profile, node, section) {
    while ((getline line <nodes) > 0) {
      count = split(line, fields, " ")
      if (fields[1] ~ /^[a-z]+$/) section = fields[1]
      if (fields[1] == "node") {
        node = fields[2]
        reported[node] = 1
      } else if (fields[1] == "device") {
        present[node, fields[2]] = 1
        device[node, fields[3]] = fields[2]
        for (i = 4; i <= count; i++) {
          split(fields[i], pair, "=")
          amount = quantity(pair[2])
          if (!((node, pair[1]) in most) || most[node, pair[1]] < amount) most[node, pair[1]] = amount > 0 ? amount : 1
          holder[node, pair[1]] = fields[2]
        }
      } else if (section == "instances") {
        profile = value(line, "profile")
        gsub(/\+/, ".", profile)
        if (profile != "") present[node, "mig-" profile] = 1
      } else if (section == "plugins")
        while (match(line, /"[^"]*"[ \t]*:[ \t]*"[^"]*"/)) {
          split(substr(line, RSTART, RLENGTH), pair, "\"")
          plugin[node, pair[2]] = pair[4]
          line = substr(line, RSTART + RLENGTH)
        }
      else if (section == "record") add_entry(node, line)
    }
  }
  # read_claims reads the claims that hold devices. Claims of the drivers left out hold CPUs, memory and channels.
  function read_claims(line, fields) {
    while ((getline line <claims) > 0) {
      split(line, fields, " ")
      if (fields[2] !~ /^(dra\.cpu|dra\.memory|compute-domain\.nvidia\.com)$/) holds[fields[1]] = 1
    }
  }
  # names states that an annotation device-allocated, encoded for URLs, names devices of a type.
  function names(annotation, type) {
    return annotation ~ ("%22" type "%22" space "%3A" space "%5B" space "%7B")
  }
  # need adds the resources of a container, or of the pod for "", to those that the record must have.
  function need(container, resource, amount, type) {
    type = type_of($4, resource)
    if (type == "" || amount <= 0) return ""
    types[type] = 1
    if (!((container, resource) in requested)) requested[container, resource] = 0
    if (requested[container, resource] < amount) {
      needed[container, type] += size == 0 ? 0 : int((amount + size - 1) / size) - int((requested[container, resource] + size - 1) / size)
      requested[container, resource] = amount
    }
    return type
  }
  # is_recorded compares the containers with the record.
  function is_recorded(type, of, part, key, found, is, entry) {
    for (of in needed) {
      split(of, part, SUBSEP)
      if (part[2] != type || part[1] == "" && by_container) continue
      is = found = 0
      if (part[1] != "") {
        key = $4 SUBSEP $1 SUBSEP part[1] SUBSEP type
        if (key in recorded) {
          is = 1
          found = recorded[key]
        }
      } else
        for (entry in recorded) {
          split(entry, key_part, SUBSEP)
          if (key_part[1] != $4 || key_part[2] != $1 || key_part[4] != type) continue
          is = 1
          found += recorded[entry]
        }
      if (!is || found < needed[of]) return 0
    }
    return 1
  }
  BEGIN {
    space = "(\\+|%20|%0A|%0D|%09)*"
    read_nodes()
    read_claims()
    format = "%-20s %-40s %-24s %-20s %s\n"
    printf format, "NAMESPACE", "NAME", "NODE", "SCHEDULER", "DEVICES"
  }
  {
    split("", types)
    split("", needed)
    split("", requested)
    split("", claimed)
    by_container = ended = claim = held = 0
    container = devices = ""
    for (i = 7; i <= NF; i++)
      if ($i ~ /^@/) {
        held = $4 == "-" || ($2 "/" substr($i, 2)) in holds
        if (held) claim = 1
      } else if ($i ~ /^\^/ && held) {
        split($i, part, "^")
        claimed[part[2], part[3]] = 1
      }
    if (claim) devices = "claim"
    for (i = 7; i <= NF; i++) {
      if ($i ~ /^[@^]/) continue
      if ($i ~ /^[:!]/) {
        ended = $i ~ /^!/
        container = substr($i, 2)
        continue
      }
      split($i, pair, "=")
      if ((container, pair[1]) in claimed) continue
      amount = quantity(pair[2])
      if (!ended && need(container, pair[1], amount) != "" || ended && amount > 0 && type_of($4, pair[1]) != "") {
        if (container != "") by_container = 1
        if (ended) types[type_of($4, pair[1])] = 1
        if (devices == "" || devices == "claim") devices = "absent"
      }
    }
    if (devices == "") next
    if ($4 == "-") devices = "pending"
    else
      for (type in types) {
        if (names($6, type)) source = "annotation"
        else if (!($4 in reported)) source = "unreported"
        else if (!(($4, type) in present)) source = "absent"
        else source = is_recorded(type) ? "kubelet" : "unreported"
        if (source == "unreported" || devices == "absent" || source == "annotation" && devices == "kubelet") devices = source
        if (devices == "unreported") break
      }
    printf format, $2, $3, $4, $5, devices
  }' "$work/pods"
