package db

import (
	"bytes"
	"fmt"
)

// ParseSidecar reads a sidecar that may come from anybody: what can harm or cannot be is dropped. Whether it speaks of the
// file beside it is for the caller to see. Errors: [ErrSidecar].
func ParseSidecar(data []byte) (Sidecar, error) {
	if len(data) > maxSidecar {
		return Sidecar{}, fmt.Errorf("%w: %d bytes", ErrSidecar, len(data))
	}
	s, err := parseSidecar(bytes.TrimPrefix(data, []byte("\ufeff")))
	if err != nil {
		return Sidecar{}, fmt.Errorf("%w: %w", ErrSidecar, err)
	}
	return s, nil
}

// Recipe returns what says how to make the file again: its job, or what an imported file brought along. It holds no
// account, no costs and no links of a host. ok is false where the sidecar says nothing of that kind.
func (s Sidecar) Recipe() (m Made, ok bool) {
	for _, raw := range [][]byte{s.Made, s.imported()} {
		if m, ok = parseMade(cleanRecipe(raw)); ok {
			return m, true
		}
	}
	return Made{}, false
}

func (s Sidecar) imported() []byte {
	if s.Import == nil {
		return nil
	}
	return s.Import.Recipe
}
