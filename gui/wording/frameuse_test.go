package wording

import (
	"strings"
	"testing"
	"time"

	"viviscope/db"
)

func TestWhatAPictureCanBeUsedFor(t *testing.T) {
	now := time.Date(2026, 11, 21, 14, 30, 0, 0, time.UTC)
	at := func(d time.Duration) time.Time { return now.Add(d) }
	const link = "https://pictures.example/a.png?sig=1"
	for name, c := range map[string]struct {
		asset       db.Asset
		hosting     bool
		frame, edit bool
		again       bool
		says        string
	}{
		"a clip": {db.Asset{Kind: db.Clip, Link: link}, true, false, false, false, "This is a clip"},
		"a link that lives": {db.Asset{Kind: db.Picture, Link: link, LinkExpires: at(21 * time.Hour)}, false, true,
			true, false, "21 h left"},
		"a link that dies soon": {db.Asset{Kind: db.Picture, Link: link, LinkExpires: at(48 * time.Minute)}, false,
			true,
			true, false, "expires soon: 48 min left"},
		"a link without an end": {db.Asset{Kind: db.Picture, Link: link}, false, true, true, false, "link is sent"},
		"a dead link": {db.Asset{Kind: db.Picture, Link: link, LinkExpires: at(-time.Minute)}, false, false,
			true, true, "link expired"},
		"a dead link, hosted": {db.Asset{Kind: db.Picture, Link: link, LinkExpires: at(-time.Minute)}, true, true, true,
			false, ""},
		"imported":         {db.Asset{Kind: db.Picture}, false, false, true, false, "this picture has none"},
		"imported, hosted": {db.Asset{Kind: db.Picture}, true, true, true, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := FrameUseOf(c.asset, now, c.hosting)
			if got.Frame != c.frame || got.Edit != c.edit || got.Again != c.again ||
				!strings.Contains(got.Note, c.says) || (got.Note == "") != (c.says == "") {
				t.Errorf("%+v", got)
			}
		})
	}
}
