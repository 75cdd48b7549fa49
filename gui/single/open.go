package single

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// MaxPaths is how many files and folders another start may name. A folder takes more along.
const MaxPaths = 200

// ErrTooMuch: more paths than one request may name, or longer ones, or one that is none.
var ErrTooMuch = errors.New("too many files, or names that cannot be given on")

// wordOpen words the request to open paths.
func wordOpen(paths []string) (string, error) {
	if err := check(paths); err != nil {
		return "", err
	}
	text, err := json.Marshal(paths)
	if err != nil {
		return "", fmt.Errorf("name the files: %w", err)
	}
	if len(protocol)+len(verbOpen)+len(text)+len("  \n") > maxRequest {
		return "", ErrTooMuch
	}
	return verbOpen + " " + string(text), nil
}

// request understands what another start asks: the paths that it names, none for the window alone.
func request(line string) ([]string, error) {
	text, ok := strings.CutPrefix(line, protocol+" "+verbOpen+" ")
	if !ok {
		verb, err := parse(line)
		if err == nil && verb != verbShow {
			err = errNotUnderstood
		}
		return nil, err
	}
	var paths []string
	if err := json.Unmarshal([]byte(text), &paths); err != nil {
		return nil, errNotUnderstood
	}
	return paths, check(paths)
}

// check holds paths to what both sides promise: a few, absolute, and text.
func check(paths []string) error {
	if len(paths) == 0 || len(paths) > MaxPaths {
		return ErrTooMuch
	}
	for _, p := range paths {
		if !filepath.IsAbs(p) || !utf8.ValidString(p) || strings.ContainsRune(p, 0) {
			return ErrTooMuch
		}
	}
	return nil
}
