package packaging

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// licences runs licences.sh for a main package.
func licences(t *testing.T, dir string) (string, error) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the script runs in the shell of MSYS2")
	}
	c := exec.Command("./licences.sh", dir)
	var refusals strings.Builder
	c.Stderr = &refusals
	out, err := c.Output()
	return string(out) + refusals.String(), err
}

// The licences of every linked module, and of the C code and fonts in them, are included.
func TestLicencesOfTheProgram(t *testing.T) {
	book, err := licences(t, "../..")
	if err != nil {
		t.Fatalf("%v: %s", err, book)
	}
	modules, err := exec.Command("go", "list", "-deps", "-tags", "release", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "../..").Output()
	if err != nil {
		t.Fatal(err)
	}
	for module := range strings.FieldsFuncSeq(string(modules), func(r rune) bool { return r == '\n' }) {
		if !strings.Contains(book, "\n"+module+" (") {
			t.Errorf("%s is not in the list", module)
		}
	}
	for _, want := range []string{
		"Copyright (c) 2026 The Viviscope authors", "github.com/pion/mediadevices/pkg/codec/openh264/LICENSE",
		"theme/font/LICENSE_Inter.txt", "glfw/LICENSE.md",
		"github.com/minio/minio-go/v7/NOTICE", "Copyright 2009 The Go Authors", "SQLite",
	} {
		if !strings.Contains(book, want) {
			t.Errorf("%q is missing", want)
		}
	}
}

const mit = "The above copyright notice and this permission notice\nshall be included in all copies or substantial portions"

// Only licences of linked code are included. A missing or unknown licence is an error.
func TestLicencesOfLinkedCodeOnly(t *testing.T) {
	for _, c := range []struct {
		name, imported string
		files          map[string]string
		want           []string // licences of module lib
		err            string
	}{
		{"the root", "lib", nil, []string{"LICENSE", "codec/c/include/COPYING"}, ""},
		{"a package with C code", "lib/codec", nil, []string{"LICENSE", "codec/LICENSE", "codec/c/include/COPYING"},
			""},
		{"another package", "lib/tool", nil, []string{"LICENSE", "tool/LICENSE"}, ""},
		{"an unknown licence", "lib", map[string]string{"lib/LICENSE": "All rights reserved. Nobody may pass this on."},
			nil, "this licence is not known here"},
		{"no licence", "lib/tool", map[string]string{"lib/LICENSE": "", "lib/tool/LICENSE": ""}, nil,
			"has no licence file"},
	} {
		dir := t.TempDir()
		files := map[string]string{
			"LICENSE": "ours", "go.mod": "module app\n\ngo 1.26.0\n\nrequire lib v1.0.0\n\nreplace lib => ./lib\n",
			"main.go":    "package main\n\nimport _ \"" + c.imported + "\"\n\nfunc main() {}\n",
			"lib/go.mod": "module lib\n\ngo 1.26.0\n", "lib/LICENSE": mit, "lib/lib.go": "package lib\n",
			"lib/codec/codec.go": "package codec\n", "lib/codec/LICENSE": mit + ", codec",
			"lib/codec/c/include/COPYING": mit + ", C",
			"lib/tool/tool.go":            "package tool\n", "lib/tool/LICENSE": mit, "lib/codec/testdata/LICENSE": mit,
		}
		for name, content := range c.files {
			files[name] = content
		}
		for name, content := range files {
			if content != "" {
				write(t, filepath.Join(dir, filepath.FromSlash(name)), content)
			}
		}
		book, err := licences(t, dir)
		if c.err != "" {
			if err == nil || !strings.Contains(book, c.err) {
				t.Errorf("%s: %v, %s", c.name, err, book)
			}
			continue
		}
		if want := "\nlib v1.0.0 (" + strings.Join(c.want, ", ") + ")\n"; err != nil || !strings.Contains(book, want) {
			t.Errorf("%s: %v, %.400s; want %s", c.name, err, book, want)
		}
		if n := strings.Count(book, mit+"\n"); n != 1 {
			t.Errorf("%s: an equal licence is printed %d times", c.name, n)
		}
	}
}
