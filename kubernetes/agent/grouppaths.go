package agent

import (
	"os"
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

// has reports whether the control group of a sandbox exists. A sandbox that never had a group, as
// in a virtual machine, may be running.
func (g *groups) has(one box) (bool, error) {
	if !isContainerID(one.id) {
		return false, koord.ErrNotFound
	}
	below, err := g.pathOf(one.kubeQOS, one.uid, one.id)
	if err != nil {
		return false, err
	}
	return g.exists(below)
}

// lost reports whether the pod of a sandbox has no group in any class, although kubelet manages
// groups. kubelet creates a pod's group before the sandbox, even for a virtual machine, and removes
// it when the pod has ended.
func (g *groups) lost(one box) bool {
	for _, qos := range []koord.KubeQOS{koord.KubeQOSGuaranteed, koord.KubeQOSBurstable, koord.KubeQOSBestEffort} {
		class, err := g.pathOf(qos, "", "")
		if err != nil {
			return false
		}
		if there, err := g.exists(class); err != nil || !there {
			return false
		}
		pod, err := g.pathOf(qos, one.uid, "")
		if err != nil {
			return false
		}
		if there, err := g.exists(pod); err != nil || there {
			return false
		}
	}
	return true
}

func (g *groups) exists(group string) (bool, error) {
	_, err := os.Stat(g.fileOf("cpuset", group, ""))
	if os.IsNotExist(err) {
		return false, nil
	}
	return err == nil, err
}
