# Viviscope. `make run` and `make test` do all the set-up themselves; `make help` lists the rest.
SHELL := /bin/bash
.DEFAULT_GOAL := help

GO      ?= go
JOBS    ?= 2
VERSION := $(shell sed -n 's/^Version *= *"\(.*\)"/\1/p' FyneApp.toml)
PREFIX  ?= $(HOME)/.local
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
FYNE        := fyne.io/fyne/v2/cmd/fyne@v2.8.1

# A window without a screen, drawn in software, for the tests that need a real one.
export LANG ?= en_US.UTF-8
SCREEN  := xvfb-run -a -s "-screen 0 1440x900x24 +extension GLX"

.PHONY: help deps deps-run run build test unit race faults torture lint smoke screenshots bench fuzz package install uninstall clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

deps: ## install the system packages for building and testing (nothing where all is there)
	@.ci/deps test

deps-run:
	@.ci/deps run

run: deps-run ## build and start the program
	$(GO) run -p $(JOBS) . $(ARGS)

build: deps-run ## build ./viviscope
	$(GO) build -p $(JOBS) -o viviscope .

test: deps race smoke ## everything: unit tests under the race detector, and a real window

# Fyne reckons the life of what it draws from the last picture that was taken: after a minute without one, which a test
# under load can take, the next would lack half of its widgets. FYNE_CACHE is that minute.
unit: deps ## unit tests without the race detector, faster
	FYNE_CACHE=1h $(GO) test -p $(JOBS) ./...

race: deps ## unit tests under the race detector
	FYNE_CACHE=1h $(GO) test -race -p $(JOBS) -timeout 20m ./...

faults: deps ## each fault through the whole program, with answers cut at every byte
	VIVISCOPE_FAULTS=all $(GO) test -race -p $(JOBS) -count=1 -timeout 30m ./client/jobs/faulttest

torture: deps ## the crash proof: 2,000 kills at every step of a click, then service, library and files are compared
	VIVISCOPE_TORTURE_KILLS=$${VIVISCOPE_TORTURE_KILLS:-2000} $(GO) test -p $(JOBS) -count=1 -v -timeout 2h ./client/jobs/torture

smoke: deps ## the main job in a real window, on a screen of its own; leaves its pictures in .build/smoke
	@mkdir -p .build/smoke
	VIVISCOPE_SMOKE="$(CURDIR)/.build/smoke" $(GO) test -p $(JOBS) -count=1 -v -timeout 15m ./gui/smoke

screenshots: smoke ## the pictures of the README, made by the smoke test
	@mkdir -p resources/screenshots
	cd .build/smoke && for p in frames-typed edit-typed canvas-marked viewer-clip create-dark create-light queue-dark gallery-dark gallery-light costs-dark settings-light welcome; do convert $$p.png -strip -define png:compression-level=9 "$(CURDIR)/resources/screenshots/$$p.png"; done

lint: ## gofmt, vet, staticcheck
	@bad=$$(git ls-files '*.go' | xargs gofmt -l); if [ -n "$$bad" ]; then echo "gofmt would change: $$bad"; exit 1; fi
	$(GO) vet -p $(JOBS) ./...
	$(GO) run -p $(JOBS) $(STATICCHECK) ./...

bench: deps ## the figures: polling, 1,000 tasks, pictures, start-up beside an empty window
	$(GO) test -p $(JOBS) -run '^$$' -bench . -benchtime 1x -timeout 30m ./client ./client/jobs ./db ./gui/media ./gui/compose ./gui/compose/form ./gui/prices ./gui/stage ./gui/editor ./gui/editor/drawing ./gui/editor/paint ./gui/gallery ./gui/viewer ./gui/costs ./gui/costs/chart
	FYNE_PLATFORM=x11 LANG=C.UTF-8 xvfb-run -a -s '-screen 0 1440x900x24 +extension GLX' $(GO) test -run '^$$' -bench . -benchtime 1x -count=1 -timeout 30m ./gui/media/player
	$(GO) test -p $(JOBS) -run '^$$' -bench . -benchtime 1x -count=1 -timeout 30m ./gui/smoke

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

package: deps ## a package for this system, in dist/
	rm -rf .build/package && mkdir -p .build/package dist
	git archive HEAD | tar -x -C .build/package
	cd .build/package && $(GO) run $(FYNE) package --release --icon resources/icon.png
	find .build/package -maxdepth 1 \( -name '*.tar.xz' -o -name '*.app' -o -name '*.exe' \) -exec cp -R {} dist/ \;
	@ls -l dist

install: build ## install for this user, under PREFIX (~/.local)
	install -Dm755 viviscope $(PREFIX)/bin/viviscope
	install -Dm644 resources/icon.png $(PREFIX)/share/icons/hicolor/512x512/apps/viviscope.png
	install -Dm644 resources/viviscope.desktop $(PREFIX)/share/applications/app.viviscope.studio.desktop

uninstall: ## remove what install put there; the library stays
	rm -f $(PREFIX)/bin/viviscope $(PREFIX)/share/icons/hicolor/512x512/apps/viviscope.png $(PREFIX)/share/applications/app.viviscope.studio.desktop

clean: ## remove what was built; the library and its files stay
	rm -rf .build dist viviscope
