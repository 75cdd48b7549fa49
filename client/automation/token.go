package automation

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"

	"github.com/adrg/xdg"

	"viviscope/client/instance"
	"viviscope/client/keys"
)

// Tokens holds the tokens of clients: one file for each client of each library, which only this account can read, with the settings of the
// account and never in a library, which is copied and shared.
type Tokens struct{ files *keys.File }

// OpenTokens opens the tokens of this account. It reads nothing.
func OpenTokens() Tokens {
	return Tokens{keys.NewFile(filepath.Join(xdg.ConfigHome, "viviscope", "clients"))}
}

// Get reads a client's token for the library in a folder, "" where it has none. Error: [keys.ErrExposed] where others can read the file, or
// the disk's.
func (t Tokens) Get(ctx context.Context, library, client string) (string, error) {
	token, err := t.files.Get(ctx, client, instance.Folder(library))
	if errors.Is(err, keys.ErrNone) {
		return "", nil
	}
	return token, err
}

// New gives a client a new token, which replaces the one that it had, and returns what [HashToken] makes of it.
func (t Tokens) New(ctx context.Context, library, client string) (hash string, err error) {
	token := rand.Text() + rand.Text() // 260 random bits
	return HashToken(token), t.files.Set(ctx, client, instance.Folder(library), token)
}

// Delete takes a client's token away.
func (t Tokens) Delete(ctx context.Context, library, client string) error {
	return t.files.Delete(ctx, client, instance.Folder(library))
}

// HashToken returns the SHA-256 of a token in hexadecimal digits: what the library keeps of it. Compare it in constant time.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
