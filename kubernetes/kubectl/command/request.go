package command

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"libkoord.invalid/koord/kubernetes/kubectl/collect"
)

// usageError is an error of the command line.
type usageError string

func (e usageError) Error() string { return string(e) }

// request is a command line, without the options of kubectl.
type request struct {
	*command
	// args are koordctl's options with their values.
	args []string
	// positional are koordctl's other arguments.
	positional []string
	options    []option
	// namespace is that of --namespace or of the context, for names without one.
	namespace string
	scope     collect.Scope
	// complete adds arguments that depend on the objects. If the named node does not exist, koordctl says so.
	complete func([]collect.Object) error
}

type option struct{ name, value string }

// parse sets kubectl's options in flags and returns the rest.
func (c *command) parse(args []string, flags *pflag.FlagSet) (*request, error) {
	r := &request{command: c}
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			r.positional = append(r.positional, args...)
			return r, nil
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			r.positional = append(r.positional, arg)
			continue
		}
		name, value, attached := cutOption(arg)
		flag := lookup(flags, name)
		hasNone := flag != nil && flag.NoOptDefVal != "" || flag == nil && switches[name]
		if !attached && !hasNone {
			if len(args) == 0 {
				if flag == nil {
					r.args = append(r.args, arg) // koordctl says what is missing
					break
				}
				return nil, usageError(name + ": found nothing, expected a value")
			}
			value, args = args[0], args[1:]
		}
		if flag == nil {
			r.options = append(r.options, option{name, value})
			r.args = append(r.args, arg)
			if !attached && !hasNone {
				r.args = append(r.args, value)
			}
			continue
		}
		if !attached && hasNone {
			value = flag.NoOptDefVal
		}
		if err := flags.Set(flag.Name, value); err != nil {
			return nil, usageError(name + ": " + err.Error())
		}
	}
	return r, nil
}

// arguments returns koordctl's arguments. A positional one that looks like an option follows "--".
func (r *request) arguments() []string {
	return withPositional(r.args, r.positional...)
}

func withPositional(options []string, positional ...string) []string {
	arguments := slices.Clone(options)
	if slices.ContainsFunc(positional, func(name string) bool { return strings.HasPrefix(name, "-") }) {
		arguments = append(arguments, "--")
	}
	return append(arguments, positional...)
}

// cutOption returns the name of an option and the value that is attached to it, as in --output=json or -ojson.
func cutOption(arg string) (name, value string, attached bool) {
	if strings.HasPrefix(arg, "--") {
		return strings.Cut(arg, "=")
	}
	name, value = arg[:2], strings.TrimPrefix(arg[2:], "=")
	return name, value, len(arg) > 2
}

func lookup(flags *pflag.FlagSet, name string) *pflag.Flag {
	if long, ok := strings.CutPrefix(name, "--"); ok {
		return flags.Lookup(long)
	}
	return flags.ShorthandLookup(name[1:])
}

var longNames = map[string]string{"-o": "--output", "-f": "--filename", "-h": "--help"}

func (r *request) values(name string) (found []string) {
	for _, option := range r.options {
		if option.name == name || longNames[option.name] == name {
			found = append(found, option.value)
		}
	}
	return found
}

func (r *request) has(name string) bool { return r.values(name) != nil }

func (r *request) last(name string) string {
	if values := r.values(name); values != nil {
		return values[len(values)-1]
	}
	return ""
}

// without returns the options without an option and its values.
func (r *request) without(name string) (left []string) {
	for i := 0; i < len(r.args); i++ {
		found, _, attached := r.args[i], "", false
		if strings.HasPrefix(found, "-") && len(found) > 1 {
			found, _, attached = cutOption(found)
		}
		if found != name && longNames[found] != name {
			left = append(left, r.args[i])
		} else if !attached && !switches[found] {
			i++
		}
	}
	return left
}

func (r *request) output() string { return r.last("--output") }

// takeNode removes the first of at most so many positional arguments.
func (r *request) takeNode(most int, hint string) (string, error) {
	if len(r.positional) > most {
		return "", usageError("found " + strings.Join(r.positional, " ") + ", expected " + r.usage + suffix(hint))
	}
	if len(r.positional) == 0 {
		return "", nil
	}
	node := r.positional[0]
	r.positional = r.positional[1:]
	for _, kind := range []string{"node/", "nodes/", "no/"} {
		node = strings.TrimPrefix(node, kind)
	}
	return node, nil
}

func suffix(hint string) string {
	if hint == "" {
		return ""
	}
	return ": " + hint
}
