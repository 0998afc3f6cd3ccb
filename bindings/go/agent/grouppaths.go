package agent

import (
	"path/filepath"

	"libkoord.invalid/koord"
)

// pathOf is the control group of a container, of a pod where id is "", of a QoS class where uid is "", too. Nothing is known
// until the groups have been opened: koord.ErrNotFound.
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

// isV2 tells which version's files the groups have.
func (g *groups) isV2() bool { return g.info.Version == koord.CgroupVersionV2 }

// fileOf is a file of a group; version 1 has a tree for each controller.
func (g *groups) fileOf(controller, group, name string) string {
	if g.isV2() {
		controller = ""
	}
	return filepath.Join(g.config.Mount, controller, group, name)
}
