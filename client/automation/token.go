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

// Tokens stores the tokens of clients, one file for each client of each library. Only this account can read the files.
// They are with the settings of the account, because a library is copied and shared.
type Tokens struct{ files *keys.File }

// OpenTokens returns the tokens of this account.
func OpenTokens() Tokens {
	return Tokens{keys.NewFile(filepath.Join(xdg.ConfigHome, "viviscope", "clients"))}
}

// Get returns the token of a client for the library in a folder; "" if it has none. Error: [keys.ErrExposed] if other
// accounts can read the file.
func (t Tokens) Get(ctx context.Context, library, client string) (string, error) {
	token, err := t.files.Get(ctx, client, instance.CanonicalFolder(library))
	if errors.Is(err, keys.ErrNone) {
		return "", nil
	}
	return token, err
}

// New replaces the token of a client with a new one, and returns its hash, see [HashToken].
func (t Tokens) New(ctx context.Context, library, client string) (hash string, err error) {
	token := rand.Text() + rand.Text() // 260 random bits
	return HashToken(token), t.files.Set(ctx, client, instance.CanonicalFolder(library), token)
}

// Delete deletes the token of a client.
func (t Tokens) Delete(ctx context.Context, library, client string) error {
	return t.files.Delete(ctx, client, instance.CanonicalFolder(library))
}

// HashToken returns the SHA-256 of a token as hexadecimal digits, as the library stores it. Compare it in constant
// time.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
