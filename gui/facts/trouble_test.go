package facts

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"viviscope/db"
	"viviscope/gui/media"
)

func TestTroubleWords(t *testing.T) {
	clip := db.Asset{Kind: db.Clip}
	for _, c := range []struct {
		a    db.Asset
		err  error
		want string
	}{
		{clip, &media.NoDecoderError{Install: "libmpv2"}, "install libmpv2"},
		{clip, media.ErrDamaged, "clip cannot be decoded"},
		{db.Asset{Kind: db.Picture}, media.ErrDamaged, "picture cannot be decoded"},
		{db.Asset{Kind: db.Picture}, media.ErrTooLarge, "Too large"},
		{clip, &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}, "missing from the library"},
		{clip, errors.New("x"), "cannot be read"},
	} {
		if got := Trouble(c.a, fmt.Errorf("show: %w", c.err)); !strings.Contains(got, c.want) {
			t.Errorf("%v: %q", c.err, got)
		}
	}
}
