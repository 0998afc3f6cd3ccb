package config

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/rest"
)

// UserAgent names the agent in its requests and events.
const UserAgent = "koord-agent"

// KubeletTimeout limits a request to kubelet.
const KubeletTimeout = 5 * time.Second

// Access returns the access to the API server, or nil if none is used.
func (c *APIServerConfig) Access() (*rest.Config, error) {
	if c.Use == APIServerNever {
		return nil, nil
	}
	access, err := accessTo(c)
	if errors.Is(err, rest.ErrNotInCluster) && c.Use == APIServerAuto {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	access.UserAgent = UserAgent
	return access, nil
}

// CoreClient supports only the needed types of v1, because a complete client set would register
// every type.
func CoreClient(access *rest.Config) (rest.Interface, error) {
	scheme := runtime.NewScheme()
	if err := v1.AddToScheme(scheme); err != nil {
		return nil, err
	}
	metav1.AddToGroupVersion(scheme, v1.SchemeGroupVersion)
	core := rest.CopyConfig(access)
	core.APIPath = "/api"
	core.GroupVersion = &v1.SchemeGroupVersion
	core.NegotiatedSerializer = serializer.NewCodecFactory(scheme).WithoutConversion()
	core.ContentType = runtime.ContentTypeProtobuf
	core.AcceptContentTypes = runtime.ContentTypeProtobuf + "," + runtime.ContentTypeJSON
	return rest.RESTClientFor(core)
}

// KubeletClient returns a client with kubelet's token. It follows no redirect, because the token is
// only for kubelet.
func KubeletClient(endpoint *KubeletEndpoint) (*http.Client, error) {
	client, err := rest.HTTPClientFor(&rest.Config{Host: endpoint.URL, BearerTokenFile: endpoint.TokenFile, UserAgent: UserAgent,
		Timeout: KubeletTimeout, TLSClientConfig: rest.TLSClientConfig{CAFile: endpoint.CAFile, Insecure: endpoint.SkipVerify}})
	if err != nil {
		return nil, fmt.Errorf("kubelet.endpoint: %w", err)
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return client, nil
}
