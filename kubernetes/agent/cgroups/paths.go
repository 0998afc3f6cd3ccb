package cgroups

import (
	"os"
	"path/filepath"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/agent/facts"
)

// Path returns the control group of a container, of a pod if id is "", or of a QoS class if uid
// is "", too. It returns koord.ErrNotFound until the groups have been opened.
func (g *Groups) Path(qos koord.KubeQOS, uid, id string) (string, error) {
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

// IsV2 reports whether the groups have version 2.
func (g *Groups) IsV2() bool { return g.info.Version == koord.CgroupVersionV2 }

// File returns the path of a file of a group. Version 1 has a tree for each controller.
func (g *Groups) File(controller, group, name string) string {
	if g.IsV2() {
		controller = ""
	}
	return filepath.Join(g.config.Mount, controller, group, name)
}

// HasSandbox reports whether the control group of a sandbox exists. A sandbox that never had a
// group, as in a virtual machine, may be running.
func (g *Groups) HasSandbox(sandbox facts.RunningSandbox) (bool, error) {
	if !isContainerID(sandbox.ID) {
		return false, koord.ErrNotFound
	}
	group, err := g.Path(sandbox.KubeQOS, sandbox.UID, sandbox.ID)
	if err != nil {
		return false, err
	}
	return g.exists(group)
}

// LostPod reports whether a pod has no group in any class, although kubelet manages
// groups. kubelet creates a pod's group before the sandbox, even for a virtual machine, and removes
// it when the pod has ended.
func (g *Groups) LostPod(uid string) bool {
	for _, qos := range []koord.KubeQOS{koord.KubeQOSGuaranteed, koord.KubeQOSBurstable, koord.KubeQOSBestEffort} {
		class, err := g.Path(qos, "", "")
		if err != nil {
			return false
		}
		if exists, err := g.exists(class); err != nil || !exists {
			return false
		}
		pod, err := g.Path(qos, uid, "")
		if err != nil {
			return false
		}
		if exists, err := g.exists(pod); err != nil || exists {
			return false
		}
	}
	return true
}

func (g *Groups) exists(group string) (bool, error) {
	_, err := os.Stat(g.File("cpuset", group, ""))
	if os.IsNotExist(err) {
		return false, nil
	}
	return err == nil, err
}
