package nri

import (
	"context"
	"fmt"
	"log/slog"
)

// nriLog is NRI's own log. Its messages about every step are logged at debug level.
type nriLog struct{ log *slog.Logger }

func (l *nriLog) Debugf(ctx context.Context, format string, args ...any) {
	l.log.DebugContext(ctx, fmt.Sprintf(format, args...))
}
func (l *nriLog) Infof(ctx context.Context, format string, args ...any) {
	l.log.DebugContext(ctx, fmt.Sprintf(format, args...))
}
func (l *nriLog) Warnf(ctx context.Context, format string, args ...any) {
	l.log.WarnContext(ctx, fmt.Sprintf(format, args...))
}
func (l *nriLog) Errorf(ctx context.Context, format string, args ...any) {
	l.log.ErrorContext(ctx, fmt.Sprintf(format, args...))
}
