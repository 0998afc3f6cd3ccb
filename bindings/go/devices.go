package koord

import "context"

// JSON is the Device object of the machine of a topology, which must be this one where flags ask. Errors: ErrInvalid, ErrIO,
// ErrUnsupported, ErrCorrupt, ErrLimit, ErrNoMemory, those of ctx.
func (r *DeviceReport) JSON(ctx context.Context, machine *Topology, nodeName string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	report, err := callDeviceReportToJSON(r, machine, nodeName)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return report, nil
}
