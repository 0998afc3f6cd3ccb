package agent

import (
	"path/filepath"

	"libkoord.invalid/koord"
)

// pathOf returns the control group of a container, of a pod if id is "", or of a QoS class if uid
// is "", too. It returns koord.ErrNotFound until the groups have been opened.
func (g *groups) pathOf(qos koord.KubeQOS, uid, id string) (string, error) {
	if g.open == nil {
		return "", koord.ErrNotFound
	}
	path, err := koord.NewCgroupPath(g.info.Driver, g.kubeletRoot())
	if err != nil {
		return "", err
	}
	defer path.Close()
	if err := path.SetPod(qos, uid); err != nil {
		return "", err
	}
	if id != "" {
		if err := path.SetContainer(koord.CgroupRuntimeContainerd, id); err != nil {
			return "", err
		}
	}
	return path.Format()
}

// isV2 reports whether the groups have version 2.
func (g *groups) isV2() bool { return g.info.Version == koord.CgroupVersionV2 }

// fileOf returns the path of a file of a group. Version 1 has a tree for each controller.
func (g *groups) fileOf(controller, group, name string) string {
	if g.isV2() {
		controller = ""
	}
	return filepath.Join(g.config.Mount, controller, group, name)
}
