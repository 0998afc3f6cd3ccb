package koord

import "errors"

// PodMinors returns the minors of a pod's devices of one type ("gpu", "rdma"), exclusive or shared:
// ascending, each once.
func (c *Cluster) PodMinors(uid, deviceType string) ([]int32, error) {
	id, err := c.DeviceType(deviceType)
	if errors.Is(err, ErrNotFound) {
		id = -1 // no node has such a device
	} else if err != nil {
		return nil, err
	}
	return rowsOf(8, func(minors []int32) (int, error) { return callClusterPodMinors(c, uid, id, minors) })
}
