// Package initoption has options of ktesting.Init.
package initoption

// InitOption is an option of ktesting.Init.
type InitOption struct{ BufferLogs bool }

// BufferLogs keeps log lines for ktesting.Underlier.
func BufferLogs(enabled bool) InitOption { return InitOption{enabled} }
