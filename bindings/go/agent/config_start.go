package agent

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"libkoord.invalid/koord"
)

// CheckStart finds what would end the start of an agent with this configuration on this machine: files that it names, access to
// the API server and kubelet, the address to listen on, the state file. It changes nothing. Another agent may be running.
func (c *Config) CheckStart(ctx context.Context) error {
	for _, one := range []func() error{
		c.checkServer, c.checkKubelet, c.checkListen, func() error { return c.checkState(ctx) },
	} {
		if err := one(); err != nil {
			return err
		}
	}
	return nil
}

func (c *Config) checkServer() error {
	if c.APIServer.Use == APIServerNever {
		return nil
	}
	access, err := accessTo(&c.APIServer)
	switch {
	case errors.Is(err, rest.ErrNotInCluster) && c.APIServer.Use == APIServerAuto:
		return nil
	case errors.Is(err, rest.ErrNotInCluster):
		return fmt.Errorf("apiServer.kubeconfig: found none, expected one with apiServer.use: %s, for this process is not in a pod "+
			"with a service account", APIServerRequired)
	case err != nil:
		return err
	}
	if _, err := coreClient(access); err != nil {
		return fmt.Errorf("%s: %w", accessField(&c.APIServer), err)
	}
	return nil
}

// accessField is what to mend where there is no access to the API server.
func accessField(config *APIServerConfig) string {
	if config.Kubeconfig != "" {
		return "apiServer.kubeconfig: " + config.Kubeconfig
	}
	return "apiServer: the service account of this pod"
}

// accessTo is how the API server is reached. The error names the field; it is rest.ErrNotInCluster if nothing is stated and
// there is no service account.
func accessTo(config *APIServerConfig) (access *rest.Config, err error) {
	if config.Kubeconfig == "" {
		access, err = rest.InClusterConfig()
		if errors.Is(err, rest.ErrNotInCluster) {
			return nil, err
		}
	} else {
		if err := readable("apiServer.kubeconfig", config.Kubeconfig); err != nil {
			return nil, err
		}
		access, err = clientcmd.BuildConfigFromFlags("", config.Kubeconfig)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", accessField(config), err)
	}
	return access, nil
}

// readable checks a file that a field names.
func readable(field, path string) error {
	file, err := os.Open(path)
	if err == nil {
		var info os.FileInfo
		if info, err = file.Stat(); err == nil && info.IsDir() {
			err = syscall.EISDIR
		}
		_ = file.Close()
	}
	if err == nil {
		return nil
	}
	var failed *os.PathError
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return fmt.Errorf("%s: found %q, expected a readable file: %w", field, path, err)
}

func (c *Config) checkKubelet() error {
	endpoint := &c.Kubelet.Endpoint
	if endpoint.URL == "" {
		return nil
	}
	for _, one := range []struct{ field, path string }{
		{"kubelet.endpoint.tokenFile", endpoint.TokenFile}, {"kubelet.endpoint.caFile", endpoint.CAFile}} {
		if one.path != "" {
			if err := readable(one.field, one.path); err != nil {
				return err
			}
		}
	}
	_, err := kubeletClient(endpoint)
	return err
}

// checkListen listens for a moment. An address in use may be that of an agent that is to be replaced.
func (c *Config) checkListen() error {
	if c.Listen == ListenOff {
		return nil
	}
	listener, err := net.Listen("tcp", c.Listen)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("listen: found %q, expected an address of this machine: %w", c.Listen, err)
	}
	return listener.Close()
}

// writable is W_OK|X_OK of access(2).
const writable = 2 | 1

// checkState looks at the state file and its directory, which need not exist. The agent runs as root; what another user may not
// read or write there says nothing about it.
func (c *Config) checkState(ctx context.Context) error {
	for directory := filepath.Dir(c.StateFile); ; directory = filepath.Dir(directory) {
		info, err := os.Stat(directory)
		if err == nil && !info.IsDir() || errors.Is(err, syscall.ENOTDIR) {
			return fmt.Errorf("stateFile: found %q, expected a file in a directory: %s is none", c.StateFile, directory)
		}
		if err == nil {
			if os.Geteuid() != 0 {
				return nil
			}
			if err = syscall.Access(directory, writable); err != nil {
				return fmt.Errorf("stateFile: found %q, expected a file in a writable directory: %s: %w", c.StateFile, directory, err)
			}
			break
		}
		if directory == "/" {
			break
		}
	}
	state, err := koord.LoadAgentState(ctx, c.StateFile)
	_ = state.Close()
	if errors.Is(err, koord.ErrPermission) || errors.Is(err, koord.ErrIO) {
		return fmt.Errorf("stateFile: %w", err)
	}
	return nil
}
