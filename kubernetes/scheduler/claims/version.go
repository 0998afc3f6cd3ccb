//go:build !kube1_36 && !kube1_38

package claims

// builtFor is the version of Kubernetes whose DynamicResources the plugin contains.
const builtFor = "1.37"

// podsField is the member of DynamicResources' state of a group that has the states of its pods.
const podsField = "podsStateData"

// unchangedReasons is empty: if PostFilter of DynamicResources changes no claim, its status has no reason.
var unchangedReasons []string
