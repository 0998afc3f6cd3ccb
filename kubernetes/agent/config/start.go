package config

import (
	"context"
	cryptotls "crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/yaml"

	"libkoord.invalid/koord"
	"libkoord.invalid/koord/kubernetes/objects/program"
)

// CheckStart detects errors that would keep an agent with this configuration from starting on this
// machine: files that it names, access to the API server and kubelet, the address to listen on, the
// state file. It changes nothing. Another agent may be running. Checks that only root can make are
// left out for other users, and Remarks names them.
func (c *Config) CheckStart(ctx context.Context) error {
	for _, check := range []func() error{
		c.checkServer, c.checkPods, c.checkKubelet, c.checkListen, func() error { return c.checkState(ctx) },
	} {
		if err := check(); err != nil && !forRoot(err) {
			return err
		}
	}
	return nil
}

// forRoot reports whether a check failed because this user, unlike the agent, is not root.
func forRoot(err error) bool { return os.Geteuid() != 0 && errors.Is(err, fs.ErrPermission) }

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
	if _, err := CoreClient(access); err != nil {
		return fmt.Errorf("%s: %w", c.APIServer.Field(), err)
	}
	return nil
}

// checkPods detects that no source provides pods.
func (c *Config) checkPods() error {
	if c.NRI.Use != NRINever || len(c.APIServer.Files) != 0 || c.Kubelet.Endpoint.URL != "" {
		return nil
	}
	if access, err := c.APIServer.Access(); access != nil || err != nil {
		return nil // checkServer reports the error
	}
	return errors.New("nri.use: found never, expected required, or a source of pods: apiServer.kubeconfig, apiServer.files or " +
		"kubelet.endpoint.url")
}

// checkAccess detects errors that client-go would only report when it connects, again and again.
func checkAccess(access *rest.Config) error {
	host := access.Host
	if !strings.Contains(host, "://") { // client-go accepts a host and a port
		host = "https://" + host
	}
	server, err := url.Parse(host)
	if err != nil {
		return fmt.Errorf("server: found %q, expected a URL, as in https://127.0.0.1:6443", access.Host)
	}
	if server.Port() != "" {
		if err := program.CheckPort("server", server.Port()); err != nil {
			return err
		}
	}
	if err := checkCertificate(&access.TLSClientConfig); err != nil {
		return err
	}
	switch tls := access.TLSClientConfig; {
	case len(tls.CAData) > 0:
		return certificates("certificate-authority-data", tls.CAData)
	case tls.CAFile != "":
		return certificatesIn("certificate-authority", tls.CAFile)
	}
	return nil
}

// checkCertificate checks the certificate of a user and its key. Data is used instead of a file, as
// by client-go.
func checkCertificate(tls *rest.TLSClientConfig) (err error) {
	field, text := "client-certificate-data: ", tls.CertData
	if len(text) == 0 {
		if tls.CertFile == "" {
			return nil
		}
		field = fmt.Sprintf("client-certificate: found %q, ", tls.CertFile)
		if text, err = read("client-certificate", tls.CertFile); err != nil {
			return err
		}
	}
	keyField, key := "client-key-data", tls.KeyData
	switch {
	case len(key) > 0:
	case tls.KeyFile == "":
		return errors.New("client-key: found none, expected the key of the client certificate, here or in client-key-data")
	default:
		keyField = "client-key"
		if key, err = read(keyField, tls.KeyFile); err != nil {
			return err
		}
	}
	if _, err := cryptotls.X509KeyPair(text, key); err != nil {
		return fmt.Errorf("%sexpected a certificate in PEM, and its key in %s: %s", field, keyField, strings.TrimPrefix(err.Error(), "tls: "))
	}
	return nil
}

// certificatesIn checks that a file contains certificates.
func certificatesIn(field, path string) error {
	text, err := read(field, path)
	if err != nil {
		return err
	}
	if err := certificates(field, text); err != nil {
		return fmt.Errorf("%s: found %q, expected certificates in PEM", field, path)
	}
	return nil
}

// certificates checks that a text contains certificates.
func certificates(field string, text []byte) error {
	if !x509.NewCertPool().AppendCertsFromPEM(text) {
		return fmt.Errorf("%s: found another text, expected certificates in PEM", field)
	}
	return nil
}

// Field returns the field to correct if there is no access to the API server.
func (c *APIServerConfig) Field() string {
	if c.Kubeconfig != "" {
		return "apiServer.kubeconfig: " + c.Kubeconfig
	}
	return "apiServer: the service account of this pod"
}

// accessTo returns the configuration of access to the API server. The error names the field; it is
// rest.ErrNotInCluster if nothing is stated and there is no service account.
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
		access, err = kubeconfig(config.Kubeconfig)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", config.Field(), err)
	}
	return access, nil
}

// kubeconfig reads a kubeconfig and the files that it names.
func kubeconfig(path string) (*rest.Config, error) {
	loaded, err := clientcmd.LoadFromFile(path)
	if err != nil {
		if field := notBase64(path); field != "" {
			return nil, fmt.Errorf("%s: found another text, expected base64", field)
		}
		return nil, fmt.Errorf("found %s, expected a kubeconfig, as kubectl config view prints it", mainPart(err))
	}
	used := loaded.Contexts[loaded.CurrentContext]
	switch {
	case len(loaded.Clusters) == 0 && len(loaded.Contexts) == 0:
		return nil, errors.New("found no clusters and contexts, expected a kubeconfig, as kubectl config view prints it")
	case used == nil:
		return nil, fmt.Errorf("current-context: found %q, expected one of contexts", loaded.CurrentContext)
	case loaded.Clusters[used.Cluster] == nil:
		return nil, fmt.Errorf("contexts[%s].cluster: found %q, expected one of clusters", loaded.CurrentContext, used.Cluster)
	case used.AuthInfo != "" && loaded.AuthInfos[used.AuthInfo] == nil:
		return nil, fmt.Errorf("contexts[%s].user: found %q, expected one of users", loaded.CurrentContext, used.AuthInfo)
	}
	if err := clientcmd.ResolveLocalPaths(loaded); err != nil {
		return nil, fmt.Errorf("found paths that cannot be resolved, expected those of files beside the kubeconfig: %w", err)
	}
	files := map[string]string{"clusters[" + used.Cluster + "].certificate-authority": loaded.Clusters[used.Cluster].CertificateAuthority}
	if user := loaded.AuthInfos[used.AuthInfo]; user != nil {
		name := "users[" + used.AuthInfo + "]."
		files[name+"client-certificate"], files[name+"client-key"] = user.ClientCertificate, user.ClientKey
		if user.Token == "" {
			files[name+"tokenFile"] = user.TokenFile
		}
	}
	for _, field := range slices.Sorted(maps.Keys(files)) {
		if files[field] != "" {
			if err := readable(field, files[field]); err != nil {
				return nil, err
			}
		}
	}
	access, err := clientcmd.NewNonInteractiveClientConfig(*loaded, loaded.CurrentContext, &clientcmd.ConfigOverrides{},
		&clientcmd.ClientConfigLoadingRules{ExplicitPath: path}).ClientConfig()
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "invalid configuration: "))
	}
	return access, checkAccess(access)
}

// notBase64 returns the first field of a kubeconfig with data that is not in base64, or "" if there
// is none.
func notBase64(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	var parts map[string]any
	if yaml.Unmarshal(text, &parts) != nil {
		return ""
	}
	for _, list := range []string{"clusters", "users"} {
		items, _ := parts[list].([]any)
		for _, item := range items {
			named, _ := item.(map[string]any)
			members, _ := named[strings.TrimSuffix(list, "s")].(map[string]any)
			for _, name := range slices.Sorted(maps.Keys(members)) {
				value, is := members[name].(string)
				if _, err := base64.StdEncoding.DecodeString(value); is && err != nil && strings.HasSuffix(name, "-data") {
					return fmt.Sprintf("%s[%v].%s", list, named["name"], name)
				}
			}
		}
	}
	return ""
}

// mainPart describes the contents of a file that is not a kubeconfig.
func mainPart(err error) string {
	switch text := err.Error(); {
	case strings.HasPrefix(text, "no kind "): // no kind "Pod" is registered ...
		kind, _, _ := strings.Cut(strings.TrimPrefix(text, "no kind "), " is registered")
		return "an object of kind " + kind
	case strings.Contains(text, "cannot unmarshal"):
		return "fields of other types"
	default:
		return "no YAML of an object: " + strings.TrimPrefix(text, "couldn't get version/kind; ")
	}
}

// readable checks a file named by a field.
func readable(field, path string) error {
	file, err := os.Open(path)
	if err == nil {
		var info os.FileInfo
		if info, err = file.Stat(); err == nil && info.IsDir() {
			err = syscall.EISDIR
		}
		_ = file.Close()
	}
	return unreadable(field, path, err)
}

// read reads a file named by a field.
func read(field, path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	return text, unreadable(field, path, err)
}

// unreadable returns the error of a file named by a field, or nil if err is nil.
func unreadable(field, path string, err error) error {
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
	for _, field := range []struct{ field, path string }{
		{"kubelet.endpoint.tokenFile", endpoint.TokenFile}, {"kubelet.endpoint.caFile", endpoint.CAFile}} {
		if field.path != "" {
			if err := readable(field.field, field.path); err != nil {
				return err
			}
		}
	}
	if endpoint.CAFile != "" {
		if err := certificatesIn("kubelet.endpoint.caFile", endpoint.CAFile); err != nil {
			return err
		}
	}
	_, err := KubeletClient(endpoint)
	return err
}

// Remarks returns problems of a configuration on this machine that do not prevent the start,
// because they may be resolved later or the agent works without that part.
func (c *Config) Remarks() (remarks []string) {
	for _, check := range []func() error{c.checkServer, c.checkKubelet, c.checkListen} {
		if err := check(); err != nil && forRoot(err) {
			remarks = append(remarks, err.Error()+"; only root can check this")
		}
	}
	if info, err := os.Stat(c.Cgroups.Mount); err != nil || !info.IsDir() {
		remarks = append(remarks, fmt.Sprintf("cgroups.mount: %q is no directory here; containers cannot be moved", c.Cgroups.Mount))
	}
	type path struct{ field, path, effect string }
	var paths []path
	if c.NRI.Use == NRIRequired {
		paths = append(paths, path{"nri.socket", c.NRI.Socket, "the agent waits for the container runtime to make it"})
	}
	for i, file := range c.APIServer.Files {
		paths = append(paths, path{fmt.Sprintf("apiServer.files[%d]", i), file, "the agent waits for it"})
	}
	for _, named := range append(paths, []path{
		{"kubelet.directory", c.Kubelet.Directory, "kubelet's defaults are assumed"},
		{"host.proc", c.Host.Proc, "the boot is not known"},
		{"host.root", c.Host.Root, "the machine cannot be read"},
		{"reports.nvml", c.Reports.NVML, "GPUs are not reported"},
	}...) {
		if _, err := os.Stat(named.path); err != nil && strings.HasPrefix(named.path, "/") {
			remarks = append(remarks, fmt.Sprintf("%s: %q is not there; %s", named.field, named.path, named.effect))
		}
	}
	return remarks
}

// checkListen listens for a moment. An address in use may be that of a running agent that will be
// replaced.
func (c *Config) checkListen() error {
	listener, err := program.Listen("listen", c.Listen)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil
	}
	if listener == nil {
		return err
	}
	return listener.Close()
}

// writable is W_OK|X_OK of access(2).
const writable = 2 | 1

// checkState checks the state file and its directory, which need not exist. The agent runs as root,
// so errors about permissions of another user are ignored.
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
	if info, err := os.Stat(c.StateFile); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("stateFile: found %q, expected a regular file", c.StateFile)
	}
	state, err := koord.LoadAgentState(ctx, c.StateFile)
	_ = state.Close()
	if errors.Is(err, koord.ErrPermission) || errors.Is(err, koord.ErrIO) {
		return fmt.Errorf("stateFile: %w", err)
	}
	return nil
}
