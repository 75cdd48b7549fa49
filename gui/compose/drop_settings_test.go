package compose

import (
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/dnd"
	"viviscope/resources"
)

var errNoSettings = errors.New("no settings")

// A clip, a sidecar and a file of the library bring back what made them; a picture from elsewhere goes where it went,
// and offers it.
func TestADroppedFileBringsItsSettings(t *testing.T) {
	away := fyne.NewPos(3, 3)
	job := db.Job{Ref: "7f3a0000000000000000000000000000", Kind: db.TextToImage, Prompt: "paper boats",
		Request: []byte(`{"model":"image-2","prompt":"paper boats"}`)}
	for name, c := range map[string]struct {
		file    string
		kind    db.JobKind
		carries bool
		prompt  string // afterwards
		says    string
		offers  bool
		opens   int // on the canvas
	}{
		"a clip": {"/a/fox.mp4", db.TextToVideo, true, "paper boats",
			"replaced the previous ones", false, 0},
		"a clip that says nothing": {"/a/fox.mp4", db.TextToVideo, false, "", "fox.mp4 contains no settings.",
			false, 0},
		"a sidecar": {"/a/fox.JSON", db.EditImage, true, "paper boats",
			"replaced the previous ones", false, 0},
		"a picture of the library": {"/library/boats.png", db.TextToImage, true, "paper boats",
			"replaced the previous ones", false, 0},
		"a picture that says it": {"/a/boats.png", db.TextToImage, true, "",
			"It contains the settings that made it.", true, 1},
		"a picture that says it, on clips": {"/a/boats.png", db.TextToVideo, true, "",
			"It contains the settings that made it.", true, 1},
		"a picture that says nothing": {"/a/boats.png", db.TextToImage, false, "", "", false, 1},
		"a program":                   {"/a/b.exe", db.TextToVideo, true, "", "b.exe is not a picture", false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			b := newSlotFixtureWith(t, c.kind, resources.Dark, func(b *slotFixture) {
				b.lib.owns = func(path string) bool { return strings.HasPrefix(path, "/library/") }
				b.lib.recalled = func(string) (db.Job, error) {
					if !c.carries {
						return db.Job{}, errNoSettings
					}
					return job, nil
				}
			})
			if took, _ := b.s.Over(away, dnd.Offer{Kind: dnd.KindFile,
				Files: []string{c.file}}); took != (name != "a program") {
				t.Errorf("taken: %v", took)
			}
			b.s.Dropped(dnd.Drop{At: away, Placed: true, Files: []string{c.file}})
			b.finish()
			n := b.s.notices
			if got := b.s.Form().Prompt(); got != c.prompt || !strings.Contains(n.text.Text(), c.says) ||
				n.box.Visible() != (c.says != "") || len(b.canvas.dropped) != c.opens {
				t.Errorf("prompt %q, notice %v %q, opened %d", got, n.box.Visible(), n.text.Text(),
					len(b.canvas.dropped))
			}
			if c.offers {
				n.link.OnTapped()
				if got := b.s.Form(); got.Prompt() != "paper boats" || got.Kind != db.TextToImage {
					t.Errorf("after the offer: %q, %s", got.Prompt(), got.Kind)
				}
			}
		})
	}
}

// Without a file manager to drag from, the same is a command.
func TestSettingsAreReusedFromAFileThatIsChosen(t *testing.T) {
	b := newSlotFixtureWith(t, db.TextToVideo, resources.Dark, func(b *slotFixture) {
		b.lib.recalled = func(path string) (db.Job, error) {
			return db.Job{Kind: db.TextToImage, Prompt: path,
				Request: []byte(`{"model":"image-2","prompt":"` + path + `"}`)}, nil
		}
	})
	b.nav.PickPath = "/a/fox.mp4"
	action.ByID(b.s.Actions(), "file.reuse").Do()
	b.finish()
	if got := b.s.Form(); got.Kind != db.TextToImage || got.Prompt() != "/a/fox.mp4" {
		t.Errorf("%s, %q", got.Kind, got.Prompt())
	}
}

// Nothing that a drop offers to take back is talked over.
func TestAnOfferOfSettingsTalksOverNothing(t *testing.T) {
	b := newSlotFixtureWith(t, db.FramesToVideo, resources.Dark, func(b *slotFixture) {
		b.lib.recalled = func(string) (db.Job, error) {
			return db.Job{Kind: db.TextToImage, Request: []byte(`{}`)}, nil
		}
	})
	b.acct.Hosting = []byte(`{"kind":"s3"}`)
	b.update()
	b.s.Dropped(dnd.Drop{At: fyne.NewPos(3, 3), Placed: true, Files: []string{"/a/lake.png"}})
	b.finish()
	if n := b.s.notices; n.link.Text() != "Open on the canvas" {
		t.Errorf("%q", n.link.Text())
	}
}
