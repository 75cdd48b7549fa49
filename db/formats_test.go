package db

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// FORMATS.md describes each field of the files in the library.
func TestFormatsDescribesEveryField(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "resources", "FORMATS.md"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[reflect.Type]bool{}
	var check func(reflect.Type)
	check = func(of reflect.Type) {
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct || seen[of] || of.PkgPath() != reflect.TypeFor[Provenance]().PkgPath() {
			return
		}
		seen[of] = true
		for i := range of.NumField() {
			field := of.Field(i)
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "" || name == "-" {
				continue
			}
			if !strings.Contains(string(text), "`"+name+"`") {
				t.Errorf("%s.%s is written as %q, which the description does not have", of.Name(), field.Name, name)
			}
			check(field.Type)
		}
	}
	for _, of := range []reflect.Type{reflect.TypeFor[Sidecar](), reflect.TypeFor[Provenance](),
		reflect.TypeFor[albumsFile](), reflect.TypeFor[castFile](), reflect.TypeFor[correctionsFile]()} {
		check(of)
	}
	if len(seen) < 8 {
		t.Errorf("only %d kinds of objects were found", len(seen))
	}
}
