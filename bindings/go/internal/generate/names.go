package main

import "strings"

// words maps words to their spelling in Go.
var words = map[string]string{
	"cpu": "CPU", "cpus": "CPUs", "pcpu": "PCPU", "pcpus": "PCPUs", "cpuset": "CPUSet", "numa": "NUMA",
	"qos": "QOS", "gpu": "GPU", "l3": "L3", "l3s": "L3s", "smt": "SMT", "id": "ID", "ids": "IDs", "uid": "UID",
	"nrt": "NRT", "json": "JSON", "svg": "SVG", "ascii": "ASCII", "lse": "LSE", "lsr": "LSR", "ls": "LS", "be": "BE",
	"vf": "VF", "vfs": "VFs", "pci": "PCI", "cdi": "CDI", "nvml": "NVML", "fgd": "FGD", "us": "Microseconds", "cgroupfs": "Cgroupfs", "crio": "CRIO",
	"topology": "Topology", "xml": "XML", "io": "IO",
	"context": "Diagnostics", // Go has another type named Context
}

func camel(name string, sep string) string {
	var out strings.Builder
	for _, part := range strings.Split(strings.ToLower(name), sep) {
		if part == "" {
			continue
		}
		if known, ok := words[part]; ok {
			out.WriteString(known)
		} else {
			out.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return out.String()
}

// goName returns the exported name of a type, constant or field.
func goName(name string) string {
	return camel(strings.TrimPrefix(strings.TrimPrefix(name, "koord_"), "KOORD_"), "_")
}

// inner holds the handles that are not exported: users see a handwritten type instead, or
// handwritten files use the handle by its inner name.
var inner = map[string]bool{}

func innerName(handle string) string {
	return lower(goName(handle)) + "Handle"
}

// handleName returns the Go type of a handle.
func handleName(handle string) string {
	if inner[handle] {
		return innerName(handle)
	}
	return goName(handle)
}

// goLocal returns the name of a parameter: "whatIf".
func goLocal(name string) string {
	parts := strings.SplitN(name, "_", 2)
	if len(parts) == 1 {
		switch name {
		case "type":
			return "kind"
		case "range", "map", "func", "len", "cap", "unsafe":
			return name + "_"
		}
		return name
	}
	return parts[0] + goName(parts[1])
}

// constantName returns the name of a constant. Statuses are special: KOORD_E_NOT_FOUND becomes
// ErrNotFound.
func constantName(constant string) string {
	if strings.HasPrefix(constant, "KOORD_E_") {
		return "Err" + goName(strings.TrimPrefix(constant, "KOORD_E_"))
	}
	if constant == "KOORD_OK" {
		return "OK"
	}
	return goName(constant)
}
