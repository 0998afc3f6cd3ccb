package program

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"syscall"

	"k8s.io/apimachinery/pkg/util/validation"
)

// Off disables a server, in place of an address.
const Off = "off"

// CompleteAddress fills in the default of an address, and corrects YAML's value of an unquoted off.
func CompleteAddress(address *string, fallback string) {
	switch *address {
	case "":
		*address = fallback
	case "false":
		*address = Off
	}
}

// CheckAddress checks an address that a server is to listen on. field names it in errors; expected is
// an example.
func CheckAddress(field, address, expected string) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil || port == "" {
		return fmt.Errorf("%s: found %q, expected an address with a port, as in %s", field, address, expected)
	}
	if err := CheckPort(field, port); err != nil {
		return err
	}
	return CheckHost(field, host)
}

// CheckPort accepts 0, for which the system chooses a port.
func CheckPort(field, port string) error {
	if number, err := strconv.ParseUint(port, 10, 16); err != nil || strconv.FormatUint(number, 10) != port {
		return fmt.Errorf("%s: found port %q, expected a number in 0..65535", field, port)
	}
	return nil
}

// CheckHost accepts an empty host, which means all addresses.
func CheckHost(field, host string) error {
	address, _, _ := strings.Cut(host, "%")
	if host == "" || net.ParseIP(address) != nil {
		return nil
	}
	if strings.Trim(host, "0123456789.") == "" || len(validation.IsDNS1123Subdomain(strings.ToLower(host))) != 0 {
		return fmt.Errorf("%s: found host %q, expected an IP address or a name", field, host)
	}
	return nil
}

// Listen listens on an address. It returns nil without an error if that is Off.
func Listen(field, address string) (net.Listener, error) {
	if address == Off {
		return nil, nil
	}
	listener, err := net.Listen("tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s: found %q, expected an address that no other process listens on: %w", field, address, err)
	case err != nil:
		return nil, fmt.Errorf("%s: found %q, expected an address of this machine: %w", field, address, err)
	}
	return listener, nil
}
