// An empty module in place of modules that not every proxy serves and the programs do not need.
module absent
