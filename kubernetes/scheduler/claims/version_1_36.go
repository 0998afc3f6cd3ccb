//go:build kube1_36

package claims

// builtFor is the version of Kubernetes whose DynamicResources the plugin contains.
const builtFor = "1.36"

// podsField is empty: the state of a group has no states of its pods.
const podsField = ""

// unchangedReasons are the reasons of PostFilter of DynamicResources if it changes no claim.
var unchangedReasons = []string{"plugin disabled", "no new claims to deallocate", "still not schedulable"}
