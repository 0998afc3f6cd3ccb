package koord

import "context"

// JSON returns the Device object of a topology's machine, which must be this machine if flags
// require it. Errors: ErrInvalid, ErrIO, ErrUnsupported, ErrCorrupt, ErrLimit, ErrNoMemory, those
// of ctx.
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
