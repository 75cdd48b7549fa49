package main

import (
	"bytes"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

// module is one piece of others' work that is compiled into the program.
type module struct {
	Path    string // an import path; "std" for Go's own library; the plain name of C code
	Version string
	Sum     string // go.sum's "h1:…" of a Go module, empty for the rest
	URL     string // the package URL (purl) that scanners know it by
	Dir     string // where its files are on this machine
	Texts   []text // its licences, at least one
}

// text is one licence file of a module.
type text struct {
	Name    string // slash-separated, within the module
	Licence string // an SPDX id
	Content string
}

// licences are the SPDX ids of a module, sorted, each once.
func (m module) licences() []string {
	var ids []string
	for _, t := range m.Texts {
		ids = append(ids, t.Licence)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// embedded is C code that travels inside a Go module, which the list of modules does not show and scanners would miss.
// Its version stands in a header of it.
type embedded struct {
	in, name string
	dir      string         // of the code, slash-separated within the module
	header   string         // within dir
	version  *regexp.Regexp // each group is a part of the version
	licence  text           // where no file under dir says it
}

var embeddedCode = []embedded{
	{in: "github.com/mattn/go-sqlite3", name: "sqlite", dir: ".", header: "sqlite3-binding.h", version: regexp.MustCompile(`#define SQLITE_VERSION +"([0-9.]+)"`),
		licence: text{Name: "sqlite3-binding.c", Licence: "blessing", Content: "The author disclaims copyright to this source code. In place of a legal notice, here is a blessing:\n\n" +
			"   May you do good and not evil.\n   May you find forgiveness for yourself and forgive others.\n   May you share freely, never taking more than you give.\n"}},
	{in: "github.com/go-gl/glfw/v3.4/glfw", name: "glfw", dir: "glfw", header: "include/GLFW/glfw3.h",
		version: regexp.MustCompile(`(?s)#define GLFW_VERSION_MAJOR +(\d+).*#define GLFW_VERSION_MINOR +(\d+).*#define GLFW_VERSION_REVISION +(\d+)`)},
	{in: "github.com/pion/mediadevices", name: "openh264", dir: "pkg/codec/openh264", header: "include/openh264/codec_ver.h",
		version: regexp.MustCompile(`(?s)#define OPENH264_MAJOR \((\d+)\).*#define OPENH264_MINOR \((\d+)\).*#define OPENH264_REVISION \((\d+)\)`)},
}

// built is what the binary says of itself.
type built struct {
	Go      string // "1.26.0"
	Modules []module
}

// modulesOf reads which modules a binary was linked from, and finds the licence of each in the module cache. A module without a
// licence that is known is an error: nothing may be passed on whose terms nobody has read.
func modulesOf(binary string) (built, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return built{}, fmt.Errorf("read build information of %s: %w", binary, err)
	}
	places, err := linkedPackages(info)
	if err != nil {
		return built{}, err
	}
	b := built{Go: strings.TrimPrefix(info.GoVersion, "go")}
	var faults []error
	for _, d := range info.Deps {
		if d.Replace != nil {
			d = d.Replace
		}
		at := places[d.Path]
		m := module{Path: d.Path, Version: d.Version, Sum: d.Sum, URL: "pkg:golang/" + d.Path + "@" + d.Version, Dir: at.dir}
		if m.Texts, err = licenceFiles(os.DirFS(at.dir), at.packages); err != nil {
			faults = append(faults, fmt.Errorf("licences of %s: %w", m.Path, err))
		}
		b.Modules = append(b.Modules, m)
	}
	code, err := embeddedIn(b.Modules)
	faults = append(faults, err)
	std, err := goItself(b.Go)
	if err = errors.Join(append(faults, err)...); err != nil {
		return built{}, err
	}
	b.Modules = append(append(b.Modules, code...), std)
	slices.SortFunc(b.Modules, func(x, y module) int { return strings.Compare(x.URL, y.URL) })
	return b, nil
}

// goItself is Go's library, which is linked as well.
func goItself(version string) (module, error) {
	root, err := exec.Command(goCommand(), "env", "GOROOT").Output()
	if err != nil {
		return module{}, fmt.Errorf("ask go for its folder: %w", err)
	}
	std := module{Path: "std", Version: version, URL: "pkg:golang/std@" + version, Dir: strings.TrimSpace(string(root))}
	content, err := os.ReadFile(filepath.Join(std.Dir, "LICENSE"))
	if err != nil {
		return module{}, fmt.Errorf("read the licence of Go: %w", err)
	}
	std.Texts = []text{{Name: "LICENSE", Licence: "BSD-3-Clause", Content: string(content)}}
	return std, nil
}

// goCommand is the go that the Makefile was told to use.
func goCommand() string {
	if g := os.Getenv("GO"); g != "" {
		return g
	}
	return "go"
}

// place is where a module lies, and which of its folders (slash-separated, within it) are linked as packages.
type place struct {
	dir      string
	packages []string
}

// linkedPackages lists, by module, the packages of the program for the system that the binary was built for.
func linkedPackages(info *debug.BuildInfo) (map[string]place, error) {
	list := exec.Command(goCommand(), "list", "-deps", "-f", "{{with .Module}}{{.Path}}\t{{.Dir}}\t{{$.Dir}}{{end}}", info.Path)
	list.Env, list.Stderr = os.Environ(), os.Stderr
	for _, s := range info.Settings {
		switch s.Key {
		case "GOOS", "GOARCH", "CGO_ENABLED":
			list.Env = append(list.Env, s.Key+"="+s.Value)
		case "-tags":
			list.Args = slices.Insert(list.Args, 2, "-tags="+s.Value)
		}
	}
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("list the packages of %s: %w", info.Path, err)
	}
	places := map[string]place{}
	for line := range strings.Lines(string(out)) {
		if fields := strings.Split(strings.TrimSpace(line), "\t"); len(fields) == 3 {
			p := places[fields[0]]
			within, err := filepath.Rel(fields[1], fields[2])
			if err != nil {
				return nil, fmt.Errorf("place package %s: %w", fields[2], err)
			}
			places[fields[0]] = place{fields[1], append(p.packages, filepath.ToSlash(within))}
		}
	}
	return places, nil
}

// embeddedIn are the pieces of C code within modules, each with a version that its header states.
func embeddedIn(modules []module) ([]module, error) {
	var found []module
	for _, e := range embeddedCode {
		i := slices.IndexFunc(modules, func(m module) bool { return m.Path == e.in })
		if i < 0 {
			continue
		}
		dir := filepath.Join(modules[i].Dir, filepath.FromSlash(e.dir))
		header, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(e.header)))
		if err != nil {
			return nil, fmt.Errorf("read the version of %s: %w", e.name, err)
		}
		parts := e.version.FindSubmatch(header)
		if parts == nil {
			return nil, fmt.Errorf("%s of %s does not state the version of %s", e.header, e.in, e.name)
		}
		version := string(bytes.Join(parts[1:], []byte(".")))
		texts := []text{e.licence}
		if e.licence.Licence == "" {
			if texts, err = licenceFiles(os.DirFS(dir), []string{"."}); err != nil {
				return nil, fmt.Errorf("licence of %s: %w", e.name, err)
			}
		}
		found = append(found, module{Path: e.name, Version: version, URL: "pkg:generic/" + e.name + "@" + version, Dir: dir, Texts: texts})
	}
	return found, nil
}

// licenceFiles finds the licences that hold for these packages (folders within the module), sorted by name: those in their
// folders and above, and those of code in other languages below, which a package carries from elsewhere. A folder of Go code
// that is not linked does not count.
func licenceFiles(module fs.FS, packages []string) ([]text, error) {
	var texts []text
	var faults []error
	err := fs.WalkDir(module, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if entry.Name() == "testdata" {
				return fs.SkipDir
			}
			return nil
		}
		if licenceName.MatchString(strings.ToLower(entry.Name())) && holds(module, path.Dir(name), packages) {
			t, err := readLicence(module, name)
			texts, faults = append(texts, t), append(faults, err)
		}
		return nil
	})
	if err := errors.Join(append(faults, err)...); err != nil {
		return nil, err
	}
	if len(texts) == 0 {
		return nil, errors.New("no licence file was found")
	}
	return texts, nil
}

// holds says whether what lies in dir has to do with one of the packages.
func holds(module fs.FS, dir string, packages []string) bool {
	own, err := fs.Glob(module, path.Join(dir, "*.go"))
	foreign := err == nil && len(own) == 0
	return slices.ContainsFunc(packages, func(p string) bool { return dir == p || within(p, dir) || foreign && within(dir, p) })
}

// within says whether dir lies somewhere below another.
func within(dir, above string) bool { return above == "." || strings.HasPrefix(dir, above+"/") }

var licenceName = regexp.MustCompile(`^(un)?licen[cs]e|^copying|^notice`)

func readLicence(module fs.FS, name string) (text, error) {
	content, err := fs.ReadFile(module, name)
	if err != nil {
		return text{}, err
	}
	t := text{Name: name, Content: strings.ReplaceAll(string(content), "\r\n", "\n")}
	if strings.HasPrefix(strings.ToLower(path.Base(name)), "notice") {
		t.Licence = notice
		return t, nil
	}
	if t.Licence, err = identify(t.Content); err != nil {
		return text{}, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}
