// An empty module in place of the absent ones of versions.toml.
module absent
