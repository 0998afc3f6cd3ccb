// Package systemd notifies the service manager, by the protocol of sd_notify(3).
package systemd

import (
	"net"
	"os"
	"strings"
)

// Notify sends a state, such as READY=1, to the socket in NOTIFY_SOCKET. It does nothing if the
// variable is not set or no process listens.
func Notify(lines ...string) {
	socket := os.Getenv("NOTIFY_SOCKET")
	if !strings.HasPrefix(socket, "/") && !strings.HasPrefix(socket, "@") { // @ is the abstract namespace
		return
	}
	connection, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		return
	}
	defer connection.Close()
	_, _ = connection.Write([]byte(strings.Join(lines, "\n")))
}
