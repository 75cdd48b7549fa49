package main

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

var at = time.Date(2026, 11, 21, 21, 17, 6, 0, time.UTC)

func TestIconComesInEverySize(t *testing.T) {
	dir := t.TempDir()
	if err := icons(filepath.Join("..", "..", "icon.png"), dir); err != nil {
		t.Fatal(err)
	}
	for _, size := range iconSizes {
		name := image.Pt(size, size).String() // "(16,16)"
		folder := strings.NewReplacer("(", "", ")", "", ",", "x").Replace(name)
		f, err := os.Open(filepath.Join(dir, folder, "apps", "viviscope.png"))
		if err != nil {
			t.Fatal(err)
		}
		c, format, err := image.DecodeConfig(f)
		if err != nil || format != "png" || c.Width != size || c.Height != size {
			t.Errorf("%s: %s of %d x %d, %v", folder, format, c.Width, c.Height, err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestLicencesAreToldApart(t *testing.T) {
	const bsd = "Redistributions in binary form must reproduce the above\n// copyright notice"
	for _, c := range []struct{ content, want string }{
		{"The above copyright notice and this permission notice shall be included\nin all copies or substantial portions of the Software.", "MIT"},
		{"// The above copyright notice and this permission notice shall be included in\n// all copies or substantial portions of the Software.", "MIT"},
		{"   Apache License\n  Version 2.0, January 2004", "Apache-2.0"},
		{strings.ReplaceAll(bsd, "// ", ""), "BSD-2-Clause"},
		{bsd + " ... Neither the name may be used to endorse or\npromote products derived from this software", "BSD-3-Clause"},
		{"Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted", "ISC"},
	} {
		if got, err := identify(c.content); err != nil || got != c.want {
			t.Errorf("identify(%.40q…) = %q, %v; want %q", c.content, got, err, c.want)
		}
	}
	if _, err := identify("All rights reserved. Nobody may pass this on."); !errors.Is(err, errUnknownLicence) {
		t.Errorf("an unknown licence gives %v", err)
	}
}

const mit = "The above copyright notice and this permission notice shall be included in all copies or substantial portions"

func TestLicencesHoldWhereTheirCodeIsLinked(t *testing.T) {
	file := &fstest.MapFile{Data: []byte(mit)}
	module := fstest.MapFS{
		"LICENSE":                   file,
		"a.go":                      {},
		"codec/LICENSE":             file,
		"codec/codec.go":            {},
		"codec/lib/include/COPYING": file, // C code of codec
		"tool/LICENSE":              file,
		"tool/main.go":              {},
		"codec/testdata/LICENSE":    file,
	}
	for _, c := range []struct {
		packages []string
		want     []string
	}{
		{[]string{"."}, []string{"LICENSE", "codec/lib/include/COPYING"}},
		{[]string{"codec"}, []string{"LICENSE", "codec/LICENSE", "codec/lib/include/COPYING"}},
		{[]string{"tool"}, []string{"LICENSE", "tool/LICENSE"}},
	} {
		texts, err := licenceFiles(module, c.packages)
		var names []string
		for _, text := range texts {
			names = append(names, text.Name)
		}
		if err != nil || !slices.Equal(names, c.want) {
			t.Errorf("licences of %v: %v, %v; want %v", c.packages, names, err, c.want)
		}
	}
	if _, err := licenceFiles(fstest.MapFS{"a.go": {}}, []string{"."}); err == nil {
		t.Error("a module without a licence is passed on")
	}
	if _, err := licenceFiles(fstest.MapFS{"LICENSE": {Data: []byte("No.")}}, []string{"."}); !errors.Is(err, errUnknownLicence) {
		t.Errorf("a module with an unknown licence gives %v", err)
	}
}

// What is built from this module must be nameable, licences and all: the packages are made from it.
func TestBillOfABuiltProgramNamesItsParts(t *testing.T) {
	own, err := os.Executable() // a program of this module, too
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := bomCommand([]string{"-binary", own, "-about", filepath.Join("..", "..", "..", "FyneApp.toml"), "-epoch", "1795295826"}, &out); err != nil {
		t.Fatal(err)
	}
	first := out.String()
	var b bill
	if err := json.Unmarshal([]byte(first), &b); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(b.Components, func(c component) bool { return c.Name == "github.com/boxes-ltd/imaging" })
	if i < 0 || b.Components[i].Licences[0].Licence.ID != "MIT" || len(b.Components[i].Hashes) != 1 || len(b.Components[i].Hashes[0].Content) != 64 {
		t.Errorf("imaging in the bill: %+v", b.Components)
	}
	if !slices.ContainsFunc(b.Components, func(c component) bool { return c.Name == "std" && strings.HasPrefix(c.URL, "pkg:golang/std@1.") }) {
		t.Error("Go's own library is not in the bill")
	}
	if b.Metadata.Timestamp != at.Format(time.RFC3339) || b.Metadata.Component.Name != "Viviscope" {
		t.Errorf("head of the bill: %+v", b.Metadata)
	}
	out.Reset()
	if err := bomCommand([]string{"-binary", own, "-about", filepath.Join("..", "..", "..", "FyneApp.toml"), "-epoch", "1795295826"}, &out); err != nil || out.String() != first {
		t.Errorf("a second bill differs (%v)", err)
	}
}

func TestEachLicenceStandsOnceInTheBook(t *testing.T) {
	modules := []module{
		{Path: "a", Version: "v1", Texts: []text{{"LICENSE", "MIT", mit}}},
		{Path: "b", Version: "v2", Texts: []text{{"LICENSE", "MIT", mit + "\n"}, {"NOTICE", notice, "b is by B"}}},
		{Path: "c", Version: "v3", Texts: []text{{"LICENSE", "Apache-2.0", "all of the Apache licence"}}},
	}
	book := licenceBook("ours", modules, false)
	for _, want := range []string{"ours", "MIT: a, b\n", "NOTICE: b\n", "b is by B", "Apache-2.0: c\n", "all of the Apache licence"} {
		if strings.Count(book, want) != 1 {
			t.Errorf("%q stands %d times in the book", want, strings.Count(book, want))
		}
	}
	if strings.Count(book, mit) != 1 {
		t.Error("an equal licence is printed twice")
	}
	if debian := licenceBook("ours", modules, true); strings.Contains(debian, "all of the Apache") || !strings.Contains(debian, "/usr/share/common-licenses/Apache-2.0") {
		t.Error("Debian's copyright repeats a licence that Debian has")
	}
}

func TestZipIsTheSameForTheSameFiles(t *testing.T) {
	var first []byte
	for round := range 2 {
		dir := filepath.Join(t.TempDir(), "app")
		for name, mode := range map[string]fs.FileMode{"b/run": 0o755, "a.txt": 0o600 + fs.FileMode(round)*0o40} {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(name), mode); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Symlink("a.txt", filepath.Join(dir, "link")); err != nil {
			t.Skip("no links on this system")
		}
		var out bytes.Buffer
		if err := zipped(&out, dir, at); err != nil {
			t.Fatal(err)
		}
		if round == 0 {
			first = out.Bytes()
		} else if !bytes.Equal(first, out.Bytes()) {
			t.Error("two zips of the same files differ")
		}
	}
	r, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range r.File {
		got = append(got, f.Mode().String()+" "+f.Name)
		if !f.Modified.Equal(at.Truncate(time.Second)) {
			t.Errorf("%s is of %v", f.Name, f.Modified)
		}
	}
	if want := []string{"-rw-r--r-- app/a.txt", "-rwxr-xr-x app/b/run", "Lrwxrwxrwx app/link"}; !slices.Equal(got, want) {
		t.Errorf("in the zip: %q", got)
	}
}

// Each entry of an icon file points at a picture of its size inside of the file.
func TestIconOfWindowsHasEverySize(t *testing.T) {
	icon := image.NewNRGBA(image.Rect(0, 0, 512, 512))
	icon.SetNRGBA(0, 0, color.NRGBA{1, 2, 3, 255})
	b, err := ico(icon)
	if err != nil {
		t.Fatal(err)
	}
	if n := int(binary.LittleEndian.Uint16(b[4:])); n != len(icoSizes) {
		t.Fatalf("%d pictures", n)
	}
	end := 6 + 16*len(icoSizes)
	for i, size := range icoSizes {
		entry := b[6+16*i:]
		length, at := int(binary.LittleEndian.Uint32(entry[8:])), int(binary.LittleEndian.Uint32(entry[12:]))
		if int(entry[0]) != size%256 || at != end {
			t.Errorf("size %d: named %d, at %d, want %d", size, entry[0], at, end)
		}
		end += length
		if size == 256 {
			if c, err := png.DecodeConfig(bytes.NewReader(b[at:end])); err != nil || c.Width != size {
				t.Errorf("size %d: %+v, %v", size, c, err)
			}
		} else if w, h := binary.LittleEndian.Uint32(b[at+4:]), binary.LittleEndian.Uint32(b[at+8:]); int(w) != size || int(h) != 2*size ||
			length != 40+4*size*size+size*((size+31)/32)*4 {
			t.Errorf("size %d: %d x %d, %d bytes", size, w, h, length)
		}
	}
	if end != len(b) {
		t.Errorf("%d bytes, want %d", len(b), end)
	}
}
