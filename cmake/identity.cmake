# What the project is called by, everywhere: "make generate" writes it into what cannot read this file (koord.h, go.mod and
# imports, pom.xml, the Python package, Debian's control files, guides), and generate.identity tests that it did. The project
# has no home of its own yet: .invalid is reserved, so nobody else can answer for it.
set(koord_version 0.1.0)
set(koord_address https://libkoord.invalid)
set(koord_maintainer "libkoord maintainers")
set(koord_email maintainers@libkoord.invalid)
# With /v2 behind it from version 2 on.
set(koord_go_module libkoord.invalid/koord)
set(koord_java_group org.koord)
