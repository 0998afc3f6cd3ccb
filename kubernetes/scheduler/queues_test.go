package scheduler

import "testing"

// The queues of a process that never became the leader end with its scheduler.
func TestQueuesEndWithTheScheduler(t *testing.T) {
	w := newWorld(t, "")
	queues := w.state
	w.stop()
	w.stop = nil
	w.until("all queues are shut down", func() bool {
		return queues.rebinds.Queue.ShuttingDown() && queues.reservations.Queue.ShuttingDown() &&
			queues.resizes.Queue.ShuttingDown() && queues.gangStatus.Queue.ShuttingDown()
	})
}
