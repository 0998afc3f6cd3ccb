package dra

// SourcesOf converts slices to the type of this version of Kubernetes.
var SourcesOf = sourcesOf
