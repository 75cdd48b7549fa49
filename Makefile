# Viviscope. `make run` and `make test` do all the set-up themselves; `make help` lists the rest.
SHELL := /bin/bash
.DEFAULT_GOAL := help

GO      ?= go
JOBS    ?= 2
PREFIX  ?= $(HOME)/.local
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.8.0
FYNE        := fyne.io/fyne/v2/cmd/fyne@v2.8.1
NFPM        := github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.44.0
export GO JOBS FYNE NFPM GOVULNCHECK

# Nearly all of the time of a test with a library goes to the disk: each step of a job is written for good. Where memory has a file
# system with room (on most Linux), what the tests write lies there; what is started from a file stays on disk, which may be forbidden there.
MEMORY := $(shell free=$$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $$4 }'); [ "$${free:-0}" -gt 2000000 ] && [ -w /dev/shm ] && echo "TMPDIR=/dev/shm GOTMPDIR=$${TMPDIR:-/tmp}")
# Fyne reckons the life of what it draws from the last picture that was taken: after a minute without one, which a test
# under load can take, the next would lack half of its widgets. FYNE_CACHE is that minute.
TEST   := $(MEMORY) FYNE_CACHE=1h $(GO) test -p $(JOBS)

# A window without a screen, drawn in software, for the tests that need a real one.
export LANG ?= en_US.UTF-8
SCREEN  := xvfb-run -a -s "-screen 0 1440x900x24 +extension GLX"

.PHONY: help deps deps-run run build test unit race race-everywhere flaky long faults torture soak monkey lint vuln smoke screenshots translations bench bench-window bench-short fuzz package package-windows windows-try package-test reproducible install uninstall clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

deps: ## install the system packages for building and testing (nothing where all is there)
	@.ci/deps test

deps-run:
	@.ci/deps run

run: deps-run ## build and start the program
	$(GO) run -p $(JOBS) . $(ARGS)

build: deps-run ## build ./viviscope
	$(GO) build -p $(JOBS) -o viviscope .

test: unit smoke ## the unit tests, then the main job in a real window

unit: deps ## the unit tests alone
	$(TEST) ./...

# The race detector looks at every word that is read or written. What shapes letters and packs pictures works on memory that no other
# goroutine knows of, and a window that is drawn in software gets and sets its pixels one by one: to look there took most of the time.
# All other code is looked at, ours, Fyne's and the draw packages'. What the short way cannot see is a race of which one side is a single
# At or Set of a picture, or the reading or writing of a PNG: race-everywhere leaves nothing out.
ALONE := github.com/go-text/typesetting/harfbuzz github.com/go-text/typesetting/font github.com/go-text/typesetting/font/... \
	golang.org/x/text/unicode/bidi golang.org/x/image/vector image image/color image/png compress/flate hash/...
# `make lint` vets the code, so that it is not vetted once more for each package.
RACE  := -race -vet=off $(foreach p,$(ALONE),-gcflags=$(p)=-race=false) -gcflags=internal/sync=-d=checkptr=0

# RACED has benchmarks run as well: continuous integration shows that each still runs, without building it a second time.
RACED ?=
race: deps ## unit tests under the race detector; random tests in a short form
	$(TEST) $(RACE) -short $(RACED) -timeout 25m $(filter-out $(SCREENED:./%=viviscope/%),$(shell $(GO) list ./...))
	$(TEST) $(RACE) -short -timeout 20m $(SCREENED)

race-everywhere: deps ## the same with the race detector in every package, the toolkit's typesetting too: slower
	$(TEST) -race -timeout 40m ./...

flaky: deps ## tests that fail now and then: every package 12 times, 3 times under the race detector, random tests 200, smoke tests 10 times
	@$(MEMORY) RACE='$(RACE)' .ci/flaky

# The long forms of what the tests prove shortly.
long: deps ## a thousand jobs, 100,000 forms, real image hosts (built once), every cut of an answer, 10,000 boards, the service's own SDK
	VIVISCOPE_LONG=1 $(TEST) -count=1 -timeout 2h ./client/... ./db/... ./gui/boards ./gui/command/mcp

faults: deps ## each fault through the whole program, with answers cut at every byte
	VIVISCOPE_FAULTS=all $(TEST) $(RACE) -count=1 -timeout 30m ./client/jobs/faulttest

torture: deps ## the crash proof: 2,000 kills at every step of a click, and as many of a board and of calls, then service, library and files are compared
	VIVISCOPE_TORTURE_KILLS=$${VIVISCOPE_TORTURE_KILLS:-2000} $(TEST) -count=1 -v -timeout 2h ./client/jobs/torture

soak: deps ## 300 jobs in a real window, with turns through all places: what the program holds stays bounded (10 minutes)
	@mkdir -p .build/smoke
	VIVISCOPE_SMOKE="$(CURDIR)/.build/smoke" VIVISCOPE_SOAK=1 $(TEST) -count=1 -v -timeout 40m -run TestHeapStaysWhileTheProgramIsUsed ./gui/smoke

# The smoke tests wait more than they work, each on a screen of its own: four run beside each other.
smoke: deps ## the main job in a real window, on a screen of its own; leaves its pictures in .build/smoke
	@mkdir -p .build/smoke
	VIVISCOPE_SMOKE="$(CURDIR)/.build/smoke" $(TEST) -count=1 -parallel 4 -v -timeout 25m ./gui/smoke
	@VIVISCOPE_SMOKE="$(CURDIR)/.build/smoke" .ci/wayland

# Seeds and seconds of each: by hand it runs for ten minutes.
monkey: deps ## random use of a real window over a library with every state: MONKEY_SEEDS, MONKEY_SECONDS each
	@mkdir -p .build/smoke
	VIVISCOPE_SMOKE="$(CURDIR)/.build/smoke" VIVISCOPE_MONKEY_SEEDS=$${MONKEY_SEEDS:-11,12,13,14,15} VIVISCOPE_MONKEY_SECONDS=$${MONKEY_SECONDS:-120} \
		$(TEST) -count=1 -parallel 1 -v -timeout 3h -run '^TestMonkey$$' ./gui/smoke

README_PICTURES := board-dark board-cast assistant-clips assistant-clips-queue frames-typed edit-typed viewer-clip create-dark create-light queue-dark gallery-dark gallery-light costs-dark settings-light welcome
screenshots: deps ## every screen, dark and light, two sizes, English, Chinese and German with large text, in .build/smoke/screens; and the README's pictures
	@mkdir -p .build/smoke resources/screenshots
	VIVISCOPE_SMOKE="$(CURDIR)/.build/smoke" VIVISCOPE_SCREENS=1 $(TEST) -count=1 -timeout 40m -skip TestPicturesAreWhatTheirNamesSay ./gui/smoke
	cd .build/smoke && for p in $(README_PICTURES); do convert $$p.png -strip -define png:compression-level=9 "$(CURDIR)/resources/screenshots/$$(basename $$p).png"; done
	cd .build/smoke && convert keyboard-marked.png -strip -define png:compression-level=9 "$(CURDIR)/resources/screenshots/canvas-marked.png"
	cd .build/smoke/screens/1440x900-zh-CN && convert create-dark.png -strip -define png:compression-level=9 "$(CURDIR)/resources/screenshots/create-zh-CN.png"
	cd .build/smoke && { for p in $(README_PICTURES); do echo "$$(basename $$p): $$(cat $$p.txt)"; done; echo "canvas-marked: $$(cat keyboard-marked.txt)"; \
		echo "create-zh-CN: $$(cat screens/1440x900-zh-CN/create-dark.txt)"; } >"$(CURDIR)/resources/screenshots/shown.txt"

translations: ## bring the sentences of the source into the catalogs; says what is not translated
	$(GO) run -p $(JOBS) ./gui/lang/update

lint: ## gofmt, vet (also for Windows and macOS, as far as that compiles here), staticcheck, and known vulnerabilities
	@bad=$$(git ls-files '*.go' | xargs gofmt -l); if [ -n "$$bad" ]; then echo "gofmt would change: $$bad"; exit 1; fi
	$(GO) vet -p $(JOBS) ./...
	@.ci/vet-others
	$(GO) run -p $(JOBS) $(STATICCHECK) ./...
	@.ci/vuln

vuln: ## known vulnerabilities in what the program calls; needs the database at vuln.go.dev, or VULNDB=file:///a/copy
	@.ci/vuln

# BENCH=-short runs small forms, which only show that each benchmark still runs.
BENCH   ?=
BENCHED  = $(addprefix ./,$(sort $(patsubst %/,%,$(dir $(shell grep -rl --include='*_test.go' '^func Benchmark' client db gui)))))
SCREENED = ./gui/media/player ./gui/smoke
bench: deps ## the figures: polling, 1,000 tasks, pictures, start-up beside an empty window
	$(GO) test -p $(JOBS) -run '^$$' -bench . -benchtime 1x -timeout 60m $(BENCH) $(filter-out $(SCREENED),$(BENCHED))
	@$(MAKE) --no-print-directory bench-window

bench-window: deps ## the figures that need a real window
	FYNE_PLATFORM=x11 LANG=C.UTF-8 $(SCREEN) $(GO) test -run '^$$' -bench . -benchtime 1x -count=1 -timeout 30m $(BENCH) ./gui/media/player
	$(GO) test -p $(JOBS) -run '^$$' -bench . -benchtime 1x -count=1 -timeout 30m $(BENCH) ./gui/smoke

bench-short: ## every benchmark once, in a small form
	@$(MAKE) --no-print-directory bench BENCH=-short

# A found input stays under testdata/fuzz/<target> of its package. Minimizing is bounded: on answers of megabytes it would
# take the whole time and find nothing. What fails is run once more: the engine sometimes fails by its own deadline
# ("context deadline exceeded") with nothing found, and an input that was found fails again at once.
FUZZTIME ?= 60s
fuzz: deps ## every parser of foreign bytes, FUZZTIME (60s) each
	@total=0; bad=(); \
	try() { $(GO) test -run '^$$' -fuzz "^$$2$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x "./$$1" </dev/null; }; \
	while read -r dir f; do \
		total=$$((total + 1)); echo "== $$total: $$dir $$f"; \
		try "$$dir" "$$f" || try "$$dir" "$$f" || bad+=("$$dir $$f"); \
	done < <(grep -ro --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' client db gui | sed 's|/[^/]*:func | |' | sort); \
	echo "$$total targets, $(FUZZTIME) each; $${#bad[@]} failed"; printf '%s\n' "$${bad[@]}"; test $${#bad[@]} -eq 0

package: ## packages for this system, in dist/: .tar.xz and .deb, .app in a zip, or .exe in a zip
	@.ci/deps pack
	@case "$$(uname -s)" in \
	Darwin) resources/packaging/fyne.sh darwin ;; \
	MINGW* | MSYS* | CYGWIN*) resources/packaging/fyne.sh windows ;; \
	*) resources/packaging/linux.sh ;; esac

package-windows: ## the package for Windows, built on Linux with mingw-w64
	@resources/packaging/fyne.sh windows

windows-try: package-windows ## the package for Windows: installed under Wine 10 in a Debian 13, used, removed (as root)
	@.ci/windows-try

package-test: package ## the packages for Linux: installed in a fresh Debian, used, removed (as root)
	@.ci/deps try
	@.ci/package-test

reproducible: package ## the packages for Linux, built once more elsewhere: equal byte by byte
	@resources/packaging/reproducible.sh

install: build ## install for this user, under PREFIX (~/.local)
	@rm -rf .build/install
	@resources/packaging/stage.sh viviscope .build/install
	@resources/packaging/install.sh --from .build/install "$(PREFIX)"

uninstall: ## remove what install put there; the library stays
	@resources/packaging/install.sh --uninstall "$(PREFIX)"

clean: ## remove what was built; the library and its files stay
	rm -rf .build dist viviscope
