package nri

import (
	"strings"
	"testing"

	"github.com/containerd/nri/pkg/api"
)

// R112: the last value of the variable counts, if it names GPUs.
func TestR112VisibleGPUsOfAnEnvironment(t *testing.T) {
	for _, test := range []struct {
		env  []string
		want string
	}{
		{[]string{"PATH=/bin", "NVIDIA_VISIBLE_DEVICES=GPU-b"}, "GPU-b"},
		{[]string{"NVIDIA_VISIBLE_DEVICES=all", "NVIDIA_VISIBLE_DEVICES=GPU-a"}, "GPU-a"},
		{[]string{"NVIDIA_VISIBLE_DEVICES=all"}, ""},
		{[]string{"NVIDIA_VISIBLE_DEVICES=GPU-a", "NVIDIA_VISIBLE_DEVICES=void"}, ""},
		{[]string{"NVIDIA_VISIBLE_DEVICES=\x1b" + strings.Repeat(",", 1<<15)}, ""},
		{[]string{"MY_NVIDIA_VISIBLE_DEVICES=GPU-a"}, ""},
		{nil, ""},
	} {
		if got := visibleGPUs(&api.Container{Env: test.env}); got != test.want {
			t.Errorf("%.60q: found %.60q, expected %q", test.env, got, test.want)
		}
	}
}
