package torture

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"strings"

	"viviscope/client"
	"viviscope/client/mp4"
	"viviscope/db"
)

// checkAsset checks the file of a row: its length and hash, its structure to the end, and its sidecar. It returns the
// hash.
func checkAsset(lib *db.Library, a db.Asset) (sum [sha256.Size]byte, err error) {
	full, err := lib.AbsPath(a.Path)
	if err != nil {
		return sum, err
	}
	data, err := os.ReadFile(full)
	if err != nil {
		return sum, err
	}
	sum = sha256.Sum256(data)
	if int64(len(data)) != a.Bytes || hex.EncodeToString(sum[:]) != a.SHA256 {
		return sum, fmt.Errorf("%s has %d bytes, %d in the row, or another hash", a.Path, len(data), a.Bytes)
	}
	if a.Kind == db.Clip {
		_, err = mp4.Check(bytes.NewReader(data), a.Bytes)
	} else {
		_, err = client.CheckImage(bytes.NewReader(data), a.Bytes)
	}
	if err != nil {
		return sum, fmt.Errorf("%s: %w", a.Path, err)
	}
	raw, err := os.ReadFile(strings.TrimSuffix(full, path.Ext(full)) + ".json")
	if err != nil {
		return sum, err
	}
	var beside db.Sidecar
	if err := json.Unmarshal(raw, &beside); err != nil {
		return sum, fmt.Errorf("sidecar of %s: %w", a.Path, err)
	}
	if beside.Ref != a.Ref || beside.SHA256 != a.SHA256 || beside.File != path.Base(a.Path) {
		return sum, fmt.Errorf("the sidecar of %s speaks of %s", a.Path, beside.File)
	}
	return sum, nil
}
