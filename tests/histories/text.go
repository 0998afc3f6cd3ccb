package main

import "strings"

// A reader scans a JSON text of the library. It accepts only the forms that the library writes; a
// text of another form is reported as a fault.
type reader struct {
	text []byte
	at   int
}

func (r *reader) fail(expected string) {
	failf("text %q, byte %d: expected %s", r.text, r.at, expected)
}

// is reports whether the next character is c, and skips it in this case.
func (r *reader) is(c byte) bool {
	for r.at < len(r.text) && (r.text[r.at] == ' ' || r.text[r.at] == '\n') {
		r.at++
	}
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *reader) expect(c byte) {
	if !r.is(c) {
		r.fail(string(rune(c)))
	}
}

// object calls field for each key. field reads the value.
func (r *reader) object(field func(key string)) {
	r.expect('{')
	if r.is('}') {
		return
	}
	for {
		key := r.str()
		r.expect(':')
		field(key)
		if r.is('}') {
			return
		}
		r.expect(',')
	}
}

// array calls item for each element. item reads it.
func (r *reader) array(item func()) {
	r.expect('[')
	if r.is(']') {
		return
	}
	for {
		item()
		if r.is(']') {
			return
		}
		r.expect(',')
	}
}

func (r *reader) str() string {
	r.expect('"')
	start := r.at
	for r.at < len(r.text) && r.text[r.at] != '"' {
		if r.text[r.at] == '\\' {
			r.fail("no escape sequence")
		}
		r.at++
	}
	if r.at == len(r.text) {
		r.fail("the end of a string")
	}
	r.at++
	return string(r.text[start : r.at-1])
}

func (r *reader) number() int64 {
	r.is(' ')
	start, value := r.at, int64(0)
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		value = 10*value + int64(r.text[r.at]-'0')
		r.at++
	}
	if r.at == start {
		r.fail("a number")
	}
	return value
}

// quantity reads an amount, as a string or a number. "cpu" is returned in thousandths.
func (r *reader) quantity(resource string) int64 {
	text := ""
	if r.is('"') {
		r.at--
		text = r.str()
	} else {
		start := r.at
		r.number()
		text = string(r.text[start:r.at])
	}
	digits := strings.TrimRight(text, "mkKMGTi")
	value, suffix := int64(0), text[len(digits):]
	for _, digit := range digits {
		if digit < '0' || digit > '9' {
			r.fail("a quantity")
		}
		value = 10*value + int64(digit-'0')
	}
	scale, known := map[string]int64{"": 1, "k": 1000, "M": 1e6, "G": 1e9, "Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30,
		"Ti": 1 << 40}[suffix]
	switch {
	case suffix == "m" && resource == "cpu":
		return value
	case !known:
		r.fail("a quantity")
	case resource == "cpu":
		return 1000 * value * scale
	}
	return value * scale
}

// skip reads a value of any kind.
func (r *reader) skip() {
	r.is(' ')
	if r.at == len(r.text) {
		r.fail("a value")
	}
	switch r.text[r.at] {
	case '{':
		r.object(func(string) { r.skip() })
	case '[':
		r.array(r.skip)
	case '"':
		r.str()
	default:
		r.number()
	}
}

// parseCPUs returns the CPUs of a Linux CPU list. All machines of the histories have at most 64.
func parseCPUs(list string) uint64 {
	if list == "" {
		return 0
	}
	set := uint64(0)
	for _, part := range strings.Split(list, ",") {
		number := func(text string) int {
			value := 0
			for _, digit := range text {
				if digit < '0' || digit > '9' {
					failf("CPU list %q is malformed", list)
				}
				value = 10*value + int(digit-'0')
			}
			if value > 63 {
				failf("CPU list %q: no machine has CPU %d", list, value)
			}
			return value
		}
		first, last := part, part
		if dash := strings.IndexByte(part, '-'); dash >= 0 {
			first, last = part[:dash], part[dash+1:]
		}
		for cpu := number(first); cpu <= number(last); cpu++ {
			set |= 1 << cpu
		}
	}
	return set
}

// An allocation is the text of resource-status and device-allocated as numbers.
type allocation struct {
	cpus    uint64
	numa    [maxNUMA]amounts
	numas   uint64 // NUMA nodes that numaNodeResources names
	pools   uint64 // NUMA nodes that cpuSharedPools names
	devices []grant
}

type amounts struct{ milli, memory int64 }

// A grant is a device, or a part of it, that a pod has.
type grant struct {
	kind, minor        int
	core, ratio, bytes int64 // of RDMA and FPGA devices core alone, in percent
	vf                 string
}

func parseStatus(text []byte, out *allocation) {
	r := reader{text: text}
	nodeOf := func() int {
		node := int(r.number())
		if node >= maxNUMA {
			failf("text %q: no machine has NUMA node %d", text, node)
		}
		return node
	}
	r.object(func(key string) {
		switch key {
		case "cpuset":
			out.cpus = parseCPUs(r.str())
		case "numaNodeResources":
			r.array(func() {
				node, amounts := 0, amounts{}
				r.object(func(key string) {
					switch key {
					case "node":
						node = nodeOf()
					case "resources":
						r.object(func(resource string) {
							switch amount := r.quantity(resource); resource {
							case "cpu":
								amounts.milli = amount
							case "memory":
								amounts.memory = amount
							default:
								failf("text %q: no zone has the resource %q", text, resource)
							}
						})
					default:
						r.skip()
					}
				})
				out.numa[node] = amounts
				out.numas |= 1 << node
			})
		case "cpuSharedPools":
			r.array(func() {
				r.object(func(key string) {
					if key == "node" {
						out.pools |= 1 << nodeOf()
					} else {
						r.skip()
					}
				})
			})
		default:
			failf("text %q: unknown field %q", text, key)
		}
	})
}

func parseDevices(text []byte, out *allocation) {
	if len(text) == 2 {
		return // {}
	}
	r := reader{text: text}
	r.object(func(name string) {
		kind := kindOf(name)
		if kind < 0 {
			failf("text %q: no node has devices of the type %q", text, name)
		}
		r.array(func() {
			device := grant{kind: kind}
			r.object(func(key string) {
				switch key {
				case "minor":
					device.minor = int(r.number())
				case "resources":
					r.object(func(resource string) {
						switch amount := r.quantity(resource); resource {
						case "koordinator.sh/gpu-core", "koordinator.sh/rdma", "koordinator.sh/fpga", "nvidia.com/" + name:
							device.core = amount
						case "koordinator.sh/gpu-memory-ratio":
							device.ratio = amount
						case "koordinator.sh/gpu-memory":
							device.bytes = amount
						default:
							failf("text %q: no device has the resource %q", text, resource)
						}
					})
				case "extension":
					r.object(func(key string) {
						if key != "vfs" {
							r.skip()
							return
						}
						r.array(func() {
							r.object(func(key string) {
								if key == "busID" {
									device.vf = r.str()
								} else {
									r.skip()
								}
							})
						})
					})
				default:
					r.skip()
				}
			})
			out.devices = append(out.devices, device)
		})
	})
}
