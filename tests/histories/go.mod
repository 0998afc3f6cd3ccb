module libkoord.invalid/tests/histories

go 1.19

require libkoord.invalid/koord v0.0.0

replace libkoord.invalid/koord => ../../bindings/go
