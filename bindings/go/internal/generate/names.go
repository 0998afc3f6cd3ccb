package main

import "strings"

// words that Go spells in its own way.
var words = map[string]string{
	"cpu": "CPU", "cpus": "CPUs", "pcpu": "PCPU", "pcpus": "PCPUs", "cpuset": "CPUSet", "numa": "NUMA",
	"qos": "QOS", "gpu": "GPU", "l3": "L3", "l3s": "L3s", "smt": "SMT", "id": "ID", "ids": "IDs", "uid": "UID",
	"nrt": "NRT", "json": "JSON", "svg": "SVG", "ascii": "ASCII", "lse": "LSE", "lsr": "LSR", "ls": "LS", "be": "BE",
	"vf": "VF", "vfs": "VFs", "pci": "PCI", "cdi": "CDI", "nvml": "NVML", "fgd": "FGD", "us": "Microseconds", "cgroupfs": "Cgroupfs", "crio": "CRIO",
	"topology": "Topology", "xml": "XML", "io": "IO",
	"context": "Diagnostics", // a Context is another thing in Go
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

// goName is the exported name of a type, constant or field.
func goName(name string) string {
	return camel(strings.TrimPrefix(strings.TrimPrefix(name, "koord_"), "KOORD_"), "_")
}

// inner are handles that people see as values or not at all: a type written by hand stands for each, or files written by
// hand use it by its inner name.
var inner = map[string]bool{}

func innerName(handle string) string {
	return lower(goName(handle)) + "Handle"
}

// handleName is the type of a handle.
func handleName(handle string) string {
	if inner[handle] {
		return innerName(handle)
	}
	return goName(handle)
}

// goLocal is the same for parameters: "whatIf".
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

// constantName is ErrNotFound for KOORD_E_NOT_FOUND: statuses are the one exception of koord.h.
func constantName(constant string) string {
	if strings.HasPrefix(constant, "KOORD_E_") {
		return "Err" + goName(strings.TrimPrefix(constant, "KOORD_E_"))
	}
	if constant == "KOORD_OK" {
		return "OK"
	}
	return goName(constant)
}
