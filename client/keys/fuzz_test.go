package keys

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzFile checks that Get returns the key of this profile and origin or none for any file content. No error may quote
// the content.
func FuzzFile(f *testing.F) {
	const profile, origin = "profile-1", "https://h:443"
	f.Add([]byte(`{"profile":"profile-1","origin":"https://h:443","key":"sk-secret-000"}`))
	f.Add([]byte(`{"profile":"profile-2","origin":"https://h:443","key":"sk-secret-000"}`))
	f.Add([]byte(`{"key":"sk-secret-000"`))
	dir := filepath.Join(f.TempDir(), "keys")
	s := NewFile(dir)
	if err := s.Set(f.Context(), profile, origin, "x"); err != nil {
		f.Fatal(err)
	}
	path := filepath.Join(dir, fileName(profile, origin))
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		key, err := s.Get(t.Context(), profile, origin)
		switch {
		case err == nil && key == "":
			t.Error("an empty key")
		case err != nil && (key != "" || !errors.Is(err, ErrNone) || strings.Contains(err.Error(), "sk-secret")):
			t.Errorf("%q: %q, %v", content, key, err)
		}
		if other, err := s.Get(t.Context(), profile, "https://evil.test:443"); !errors.Is(err, ErrNone) {
			t.Errorf("Get for another origin = %q, %v", other, err)
		}
	})
}

// FuzzFileName checks that file names are plain and distinct for any profile and origin.
func FuzzFileName(f *testing.F) {
	f.Add("a", "b", "a", "b")
	f.Add("../..", "x\x00", "a b", "c")
	f.Add("a|b", "c", "a", "b|c")
	f.Fuzz(func(t *testing.T, profile, origin, profile2, origin2 string) {
		one, two := fileName(profile, origin), fileName(profile2, origin2)
		if !filepath.IsLocal(one) || filepath.Base(one) != one || len(one) != 37 {
			t.Errorf("%q", one)
		}
		if accountName(profile, origin) != accountName(profile2, origin2) && one == two {
			t.Error("two keys in one file")
		}
	})
}
