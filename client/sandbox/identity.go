package sandbox

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// identity holds the key, the port and the link secret of a sandbox. They stay valid after a restart.
type identity struct {
	Key    string `json:"key"`
	Port   int    `json:"port,omitempty"` // 0: never started
	Secret string `json:"secret"`         // signs links
}

// loadIdentity reads the identity of a folder, or makes a new one.
func loadIdentity(st *store) (identity, error) {
	var id identity
	b, err := st.root.ReadFile(identityFile)
	if err == nil && json.Unmarshal(b, &id) == nil && id.Key != "" && id.Secret != "" {
		return id, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return identity{}, fmt.Errorf("read sandbox identity: %w", err)
	}
	id = identity{Key: "sk-sandbox-" + randomID(32), Port: id.Port, Secret: randomID(43)}
	return id, id.save(st)
}

func (id identity) save(st *store) error {
	_, err := st.writeFile(identityFile, func(w io.Writer) error { return json.NewEncoder(w).Encode(id) })
	if err != nil {
		return fmt.Errorf("write sandbox identity: %w", err)
	}
	return nil
}

// randomID returns n unguessable characters of 0-9 and a-z, with five bits each.
func randomID(n int) string {
	const alphabet = "0123456789abcdefghijkmnpqrstuvwx" // 32 characters: no bias
	b := make([]byte, n)
	rand.Read(b) // never fails
	for i := range b {
		b[i] = alphabet[b[i]&31]
	}
	return string(b)
}
