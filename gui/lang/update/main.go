// Command update brings the sentences of the source into every catalog of package lang: new ones come in
// untranslated, unused ones go, and what is translated stays. Run it in the module's folder, as `make translations` does.
// It ends with an error while a sentence is not translated.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := update("."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func update(root string) error {
	messages, faults, err := collect(root)
	if err != nil {
		return err
	}
	for _, f := range faults {
		fmt.Fprintln(os.Stderr, f)
	}
	catalogs, err := filepath.Glob(filepath.Join(root, "gui", "lang", "translations", "*.po"))
	if err != nil {
		return err
	}
	open := 0
	for _, path := range catalogs {
		n, err := renew(path, messages)
		if err != nil {
			return fmt.Errorf("update catalog %s: %w", path, err)
		}
		fmt.Printf("%s: %d sentences, %d not translated\n", path, len(messages), n)
		open += n
	}
	if open > 0 || len(faults) > 0 {
		return fmt.Errorf("update catalogs: %d translations are missing, %d calls are at fault", open, len(faults))
	}
	return nil
}

// renew writes one catalog anew and returns how many sentences it leaves untranslated.
func renew(path string, messages []message) (open int, err error) {
	old, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	catalog, err := readCatalog(old)
	if err != nil {
		return 0, err
	}
	for _, m := range messages {
		if !catalog.translated(m) {
			open++
		}
	}
	var b bytes.Buffer
	if err := catalog.write(&b, messages); err != nil {
		return 0, err
	}
	return open, os.WriteFile(path, b.Bytes(), 0o644)
}
