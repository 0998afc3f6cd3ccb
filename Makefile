# Short names for CMake commands. `make demo` and `make test` need only Debian and a network, `make
# install` needs the packages in docs/start/install.md. Use JOBS=1 make ... on machines with little
# memory.
JOBS ?= $(shell nproc)
CTEST_FLAGS ?=
MAKEFLAGS += --no-print-directory
PREFIX ?= /usr/local
DESTDIR ?=
# The folder of all artefacts.
DIST ?= dist
# ccache shares objects between build directories.
export CCACHE_BASEDIR ?= $(CURDIR)
export CCACHE_NOHASHDIR ?= 1
# Evaluated on use, because `deps` may just have installed ccache.
launcher = $(if $(shell command -v ccache),-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
# A part that cannot be built is an error on systems for which install-deps.sh installs everything,
# and is reported and left out on others.
is_debian_12 = test -r /etc/os-release && . /etc/os-release && [ "$$ID $$VERSION_ID" = "debian 12" ] && command -v dpkg-query
REQUIRE_ALL ?= $(if $(shell $(is_debian_12)),ON,OFF)
configure = cmake --preset $(1) $(launcher) -DKOORD_REQUIRE_ALL=$(REQUIRE_ALL) >build/$(1).log 2>&1 || \
	{ cat build/$(1).log; exit 1; }; sed 's/\(.*\)\t\(.*\)/koord: NOT BUILT: \1: \2/' build/$(1)/not-built.txt
build = @mkdir -p build; $(call configure,$(1)); cmake --build --preset $(1) -j $(JOBS)
# Failures are repeated at the end. The last line lists parts that were not built or not run, with
# the reasons.
run_tests = status=0; ctest --preset $(1) -j $(JOBS) --output-junit tests.xml --test-output-size-passed 16777216 $(2) \
	$(CTEST_FLAGS) || { status=$$?; tools/dev/failures.py build/$(1); }; tools/dev/skipped.py build/$(1) && exit $$status
sources = $(shell git ls-files --cached --others --exclude-standard -- '*.cc' '*.c' '*.h' ':!tests/data')

.PHONY: help deps build demo test out-of-memory asan tsan bench bench-compare figures fuzz tidy generate format format-check check-includes \
	check-alone e2e node-test guide-test scheduler-image scheduler-image-test agent-image \
	agent-image-test webhook-image simulation histories site wheel wheel-test maven maven-test bundle bundle-test kubernetes-versions spec-trace differential upstream-tests scheduler-perf placing-tables charts charts-test kubectl-koord go-modules library install uninstall abi-baseline packages package-test rpms rpm-test \
	clean-root-test hooks clean dist dist-twice

help:
	@echo 'make demo          shows this machine, then places pods on a 2-socket server, with a picture'
	@echo 'make deps          installs the packages that builds and tests need on Debian 12; most targets begin with it'
	@echo 'make build         builds library, tools, bindings and tests into build/release'
	@echo 'make test          builds and runs every test, and the conformance vectors if they exist'
	@echo 'make out-of-memory fails every allocation of the tools once; takes hours'
	@echo 'make asan | tsan   runs the tests under sanitizers'
	@echo 'make bench         builds and runs the benchmarks'
	@echo 'make bench-compare compares their speed with that of another revision: BASE= PAIRS= BENCHMARKS='
	@echo 'make figures       measures beside Koordinator and kubelet, and writes the tables of README.md: ROUNDS= CASES='
	@echo 'make fuzz          runs every fuzzer for SECONDS=60'
	@echo 'make tidy | format-check | check-includes | format'
	@echo 'make generate      writes the files generated from include/koord.h: pins, reasons, bindings, reference'
	@echo 'make check-alone   checks with clang that every source and header compiles by itself'
	@echo 'make spec-trace    lists the tests of each rule of the specification'
	@echo 'make e2e           tests the scheduler in a real control plane; KOORD_E2E=short|scenarios|soak|cost'
	@echo 'make simulation    runs the scheduler in a simulated cluster: SEEDS= FIRST=, SEED= KEEP=, PLANTED='
	@echo 'make histories     plays random calls on a cluster beside a model: OPERATIONS= SEED= THREADS= HISTORY=, SANITIZE=thread'
	@echo 'make node-test     tests the node agent with a real containerd and runc (root)'
	@echo 'make guide-test    runs the commands of docs/start/first-node.md in a clean Debian (root)'
	@echo 'make kubernetes-versions  tests the Go modules of kubernetes/ for each version of Kubernetes: VERSIONS='
	@echo 'make scheduler-image | agent-image | webhook-image  writes the image of the program to a file: KUBERNETES='
	@echo 'make scheduler-image-test | agent-image-test  starts the image in a separate containerd (root)'
	@echo 'make charts        checks the Helm charts and writes their packages into dist/'
	@echo 'make charts-test   compares them with the manifests and tests every value'
	@echo 'make kubectl-koord  writes the archive of the plugin of kubectl and its krew manifest into dist/'
	@echo 'make placing-tables  prints the tables of docs/operate/gpu-placement.md: TRACE= TABLES= SEEDS='
	@echo 'make differential  compares with Koordinator'"'"'s and kubelet'"'"'s own code: KOORDINATOR= SETS= SEED= COUNT='
	@echo 'make upstream-tests  runs unit tests of kubelet and others with libkoord in place of their code: SUITES='
	@echo 'make scheduler-perf  measures kube-scheduler'"'"'s workloads with and without the plugin: WORKLOADS= PAIRS='
	@echo 'make go-modules    writes the Go modules as the files of a module proxy into dist/go'
	@echo 'make site          builds the documentation as a site into dist/site'
	@echo 'make wheel         builds self-contained wheels of the Python package, an index for pip, into dist/simple'
	@echo 'make wheel-test    also installs them into fresh environments, and places pods there: PYTHONS='
	@echo 'make maven         writes the Java package with its native libraries as a Maven repository into dist/maven'
	@echo 'make maven-test    also builds a project with it outside of the tree, and places pods there'
	@echo 'make bundle        writes library, headers and koordctl as an archive that works in any folder into dist/'
	@echo 'make bundle-test   also unpacks it, and compiles and runs programs there'
	@echo 'make library       builds what make install installs: library, headers, tools; no tests, no apt'
	@echo 'make install       builds and installs it: PREFIX=/usr/local DESTDIR='
	@echo 'make uninstall     removes the files of the last make install: DESTDIR='
	@echo 'make hooks         installs a git hook that checks format and includes before each commit'
	@echo 'make packages      builds Debian packages into dist/ and checks them with lintian'
	@echo 'make package-test  installs them in a clean Debian and tests them there (root)'
	@echo 'make rpms          builds RPM packages into dist/rpm'
	@echo 'make rpm-test      installs them into an empty root, and compiles and runs programs there'
	@echo 'make dist          builds a release into dist/release: all artefacts, SHA256SUMS, bills of materials, provenance: PARTS='
	@echo 'make dist-twice    builds it in two clones and compares every byte: PARTS='
	@echo 'make clean-root-test  runs the commands of README in a clean Debian (root)'
	@echo 'make abi-baseline  for a release: stores the headers as the baseline of later versions'

deps:
	@tools/dev/install-deps.sh

build: deps
	$(call build,release)

demo: deps
	@mkdir -p build; $(call configure,release)
	@cmake --build --preset release -j $(JOBS) --target koordctl
	@tools/dev/demo.sh build/release

test: build
	@$(call run_tests,release)

asan: deps
	$(call build,asan)
	@export ASAN_OPTIONS=handle_sigill=1; $(call run_tests,asan)

# See docs/internals/e2e.md. If the programs cannot be built, the last line gives the reason.
e2e: deps
	@mkdir -p build; $(call configure,release); cmake --build --preset release -j $(JOBS) --target koord koordctl
	@tests/e2e/run.sh build/release || { status=$$?; [ $$status -eq 77 ] || exit $$status; }

# See docs/internals/simulation.md. PLANTED is all, or names of patches.
simulation: deps
	@mkdir -p build; $(call configure,release); cmake --build --preset release -j $(JOBS) --target koord
	@tests/simulation/simulation.py build/release --jobs $(JOBS) $(if $(SEEDS),--seeds $(SEEDS)) $(if $(FIRST),--first $(FIRST)) \
	  $(if $(SEED),--seed $(SEED) --keep '$(KEEP)') $(if $(LENGTH),--length $(LENGTH)) $(if $(PLANTED),--planted $(filter-out all,$(PLANTED)))

# See docs/internals/histories.md. SANITIZE=thread is the form with the thread sanitizer.
histories: preset = $(if $(SANITIZE),tsan,release)
histories: deps
	@mkdir -p build; $(call configure,$(preset)); cmake --build --preset $(preset) -j $(JOBS) --target koord
	@SANITIZE=$(SANITIZE) tests/histories/run.sh build/$(preset) $(if $(OPERATIONS),-operations $(OPERATIONS)) $(if $(SEED),-seed $(SEED)) \
	  $(if $(THREADS),-threads $(THREADS)) $(if $(HISTORY),-history $(abspath $(HISTORY)))

# See docs/operate/agent.md.
node-test: deps
	@mkdir -p build; $(call configure,release); cmake --build --preset release -j $(JOBS) --target koord koordctl koord-runtime koord_fake_nvml
	@for test in run guest cluster kubelet crio; do \
	  JOBS=$(JOBS) tests/node/$$test.sh build/release || { status=$$?; [ $$status -eq 77 ] || exit $$status; }; \
	done

# Requires make packages, e2e and node-test.
guide-test:
	@tests/node/guide.sh || [ $$? -eq 77 ]

# See docs/operate/compatibility.md.
kubernetes-versions: deps
	@mkdir -p build; $(call configure,release); cmake --build --preset release -j $(JOBS) --target koord
	@kubernetes/versions/check.py --jobs $(JOBS) build/release $(VERSIONS) || { status=$$?; [ $$status -eq 77 ] || exit $$status; }

# See docs/operate/kube-scheduler.md, docs/operate/agent.md and docs/operate/webhook.md. KUBERNETES selects a version of kubernetes/versions.
export KUBERNETES ?=
image = build/$(1)-image/koord-$(1)
scheduler-image agent-image webhook-image: %-image: deps
	@JOBS=$(JOBS) packaging/image/program.sh koord-$* $(call image,$*)
	@rm -rf build/$@/root
	@packaging/image/root.sh koord-$* build/$@/root $(call image,$*)
	@packaging/image/image.sh koord-$* $(call image,$*).tar build/$@/root
	@ls -l $(call image,$*).tar

scheduler-image-test agent-image-test: %-image-test: %-image
	@$(call configure,release); cmake --build --preset release -j $(JOBS) --target koordctl
	@KOORD_IMAGE=$(call image,$*).tar KOORD_PROGRAM=$(call image,$*) tests/image/containerfile_test.py koord-$*
	@tests/image/run.sh koord-$* $(call image,$*).tar build/release || [ $$? -eq 77 ]

# See kubernetes/deploy/charts/README.md.
charts: deps
	@JOBS=$(JOBS) tools/dev/charts.sh $(DIST) || [ $$? -eq 77 ]

charts-test: deps
	@tools/dev/go-module-test.sh build tests/charts "$(CURDIR)/build/charts/tests"
	@tools/dev/go-module-test.sh run "$(CURDIR)/build/charts/tests" || [ $$? -eq 77 ]

# See docs/operate/kubectl.md.
kubectl-koord: deps
	@mkdir -p build; $(call configure,release); cmake --build --preset release -j $(JOBS) --target koord koordctl
	@JOBS=$(JOBS) packaging/krew/archive.sh $(DIST) build/release || [ $$? -eq 77 ]

# See docs/embed/go.md.
go-modules:
	@packaging/go/proxy.sh $(DIST)/go || [ $$? -eq 77 ]

# See docs/embed/memory.md. A part of this is included in the tests.
out-of-memory: build
	@KOORD_OUT_OF_MEMORY=all ctest --preset release -R '^memory\.' --timeout 86400 --verbose

# Only the library's guarantees to threads involve concurrency. Their tests carry the label.
tsan: deps
	@mkdir -p build; $(call configure,tsan); cmake --build --preset tsan -j $(JOBS) --target concurrency_tests
	@export TSAN_OPTIONS=halt_on_error=1; $(call run_tests,tsan,-L concurrency --no-tests=error)

# See docs/operate/gpu-placement.md. TRACE is the folder with its CSV files, TABLES selects from
# known, wrong, shift and learnt.
placing-tables: build
	@python3 bench/placing_tables.py build/release/tools/koord-replay/koord-replay "$(TRACE)" --jobs $(JOBS) $(if $(TABLES),--tables $(TABLES)) $(if $(SEEDS),--seeds $(SEEDS))

bench: deps
	$(call build,bench)
	@tools/dev/bench.sh build/bench

# See docs/internals/performance.md. BASE is the last release or another tagged revision.
bench-compare: deps
	@test -n "$(BASE)" || { echo "usage: make bench-compare BASE=REVISION" >&2; exit 2; }
	@bench/compare.py $(BASE) $(if $(PAIRS),--pairs $(PAIRS)) $(foreach benchmark,$(BENCHMARKS),'$(benchmark)')

# See docs/internals/performance.md. A run with ROUNDS or CASES prints the tables; a complete one writes them.
figures: deps
	@mkdir -p build; $(call configure,release); cmake --build --preset release -j $(JOBS) --target koord
	@bench/figures.py build/release/src $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(CASES),--cases '$(CASES)')

fuzz: deps
	@JOBS=$(JOBS) tools/dev/fuzz.sh $(or $(SECONDS),60)

# clang-tidy does not know all options of gcc.
tidy: deps
	@mkdir -p build/tidy; $(call configure,dev)
	@sed 's/ -fno-tree-loop-distribute-patterns//g' build/dev/compile_commands.json >build/tidy/compile_commands.json
	@git ls-files 'src/*.cc' | xargs -P $(JOBS) -n 4 clang-tidy -p build/tidy --quiet --extra-arg=-Wno-unknown-warning-option

# Needs python3-clang-14, and Go for its binding. See docs/embed/abi.md.
generate:
	@tools/generate/identity.py
	@tools/generate/generate.py
	@cd bindings/go && go generate .

format:
	@clang-format -i $(sources)

# clang-format does not check long comments.
own_sources = $(filter src/% tools/% tests/% fuzz/% bench/%,$(sources))
format-check:
	@clang-format --dry-run --Werror $(sources)
	@! LC_ALL=C.UTF-8 grep -nE '^.{101}' $(own_sources) | grep -E '^[^:]*:[0-9]+: *//' || \
	{ echo 'format-check: these comments are longer than 100 columns' >&2; exit 1; }

check-includes:
	@tools/dev/check_includes.py

check-alone:
	@JOBS=$(JOBS) tools/dev/check_alone.sh || [ $$? -eq 77 ]

# The rules are in the shared data: KOORD_SHARED, or ../shared beside the checkout.
spec-trace:
	@tools/dev/spec_rules.py

# See docs/internals/differential.md. KOORDINATOR, SEED, COUNT and others are passed as variables.
differential: build
	@tests/differential/run.sh build/release/src $(SETS)

# See docs/internals/upstream-tests.md.
upstream-tests: build
	@tests/upstream/run.py build/release/src $(SUITES)

scheduler-perf: build
	@tests/upstream/scheduler_perf.py build/release/src --pairs $(or $(PAIRS),3) $(WORKLOADS)

# See docs/README.md. References of languages whose parts of the build are missing are reported and left out.
site: deps
	@mkdir -p build; $(call configure,release)
	@for target in koord_python koord-java; do \
	  ! cmake --build --preset release --target help | grep -q "^$$target:" || cmake --build --preset release -j $(JOBS) --target $$target || exit 1; \
	done
	@tools/site/site.sh build/release $(DIST)/site

# See docs/embed/python.md. PYTHONS selects interpreters; the default are all of this machine.
wheel:
	@JOBS=$(JOBS) packaging/wheel/wheel.py $(DIST)/simple $(PYTHONS) || [ $$? -eq 77 ]

wheel-test: PYTHONS ?= $(shell packaging/wheel/wheel.py --interpreters)
wheel-test: wheel build
	@KOORD_WHEEL_OF_TREE=1 ctest --preset release -R '^bindings\.python\.wheel$$' --output-on-failure
	@[ ! -e $(DIST)/simple/index.html ] || packaging/wheel/wheel_test.py $(DIST)/simple $(PYTHONS)

# See docs/embed/java.md.
maven: deps
	@JOBS=$(JOBS) packaging/maven/maven.py $(DIST)/maven

maven-test: maven
	@packaging/maven/maven_test.py $(DIST)/maven

# See docs/start/install.md.
bundle: deps
	@JOBS=$(JOBS) packaging/bundle/bundle.sh $(DIST)

bundle-test: bundle
	@JOBS=$(JOBS) packaging/bundle/bundle_test.sh "$$(ls -t $(DIST)/koord-[0-9]*-linux-*.tar.gz | head -n 1)"

# These targets install no packages; missing ones are listed. See docs/start/install.md.
library:
	@mkdir -p build
	@command -v cmake >/dev/null || { echo 'install CMake 3.21 or newer first: docs/start/install.md' >&2; exit 1; }
	@cmake --preset dist -DCMAKE_INSTALL_PREFIX="$(PREFIX)" $(launcher) >build/dist.log 2>&1 || { cat build/dist.log >&2; exit 1; }
	cmake --build --preset dist -j $(JOBS)

install: library
	DESTDIR="$(DESTDIR)" cmake --install build/dist --prefix "$(PREFIX)"

uninstall:
	@test -e build/dist/install_manifest.txt || { echo 'nothing was installed from here' >&2; exit 1; }
	@sed 's|^|$(DESTDIR)|' build/dist/install_manifest.txt | xargs -d '\n' rm -fv

hooks:
	git config core.hooksPath tools/dev

# See docs/start/packages.md.
packages:
	@JOBS=$(JOBS) DIST=$(DIST) tools/dev/packages.sh

rpms:
	@JOBS=$(JOBS) DIST=$(DIST) tools/dev/rpms.sh

rpm-test:
	@packaging/rpm/rpm_test.py $(DIST)/rpm

package-test:
	@tools/dev/package-test.sh || [ $$? -eq 77 ]

# See docs/internals/release.md. PARTS selects parts, by the names of their targets and source.
dist:
	@JOBS=$(JOBS) tools/release/dist.py $(DIST)/release $(PARTS)

dist-twice:
	@JOBS=$(JOBS) tools/release/twice.sh $(PARTS)

# See docs/internals/dependencies.md.
clean-root-test:
	@tools/dev/clean-root.sh || [ $$? -eq 77 ]

# docs/embed/abi.md explains when to run this.
abi-baseline:
	@tools/dev/abi-baseline.sh

clean:
	rm -rf build dist
