package koord

import "errors"

// PodMinors are the minors of its devices of one type ("gpu", "rdma"), be they all its own or shared: ascending, each once.
func (c *Cluster) PodMinors(uid, deviceType string) ([]int32, error) {
	id, err := c.DeviceType(deviceType)
	if errors.Is(err, ErrNotFound) {
		id = -1 // nobody has any of it
	} else if err != nil {
		return nil, err
	}
	return rowsOf(8, func(minors []int32) (int, error) { return callClusterPodMinors(c, uid, id, minors) })
}
