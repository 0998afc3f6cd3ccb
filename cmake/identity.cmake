# The names and addresses of the project. "make generate" writes them into files that cannot read
# this one (koord.h, go.mod and imports, pom.xml, the Python package, Debian's control files,
# guides), and the test generate.identity checks them. The project has no domain yet; .invalid is
# reserved, so that nobody else can own it.
set(koord_version 0.1.0)
set(koord_address https://libkoord.invalid)
set(koord_maintainer "libkoord maintainers")
set(koord_email maintainers@libkoord.invalid)
# Needs the suffix /v2 from version 2 on.
set(koord_go_module libkoord.invalid/koord)
set(koord_java_group org.koord)
