package feed

import (
	"errors"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/resources"
)

// sameEverywhere are names that the tests give and units: no language has other words for them.
const sameEverywhere = "paper boats on a canal clip s kB MB B no way api example com content check genimage flare h d Nov"

func TestEveryTextIsTranslated(t *testing.T) {
	langtest.Speak(t, lang.Pseudo)
	check := func(t *testing.T, g *stage) {
		t.Helper()
		for _, text := range langtest.Untranslated(g.w.Canvas(), sameEverywhere) {
			t.Errorf("%q", text)
		}
	}
	check(t, newStage(t))
	for _, state := range allStates() {
		for _, kind := range []db.JobKind{db.TextToVideo, db.TextToImage} {
			t.Run(string(state)+"/"+string(kind), func(t *testing.T) {
				g := newStage(t)
				g.usual = []time.Duration{3 * time.Minute}
				j := g.add(state)
				j.Kind, j.RawAnswer, j.ExpiresAt = kind, "no way", g.now.Add(time.Hour)
				g.entries[j.ID] = []db.Entry{{ID: 1, JobID: j.ID, Kind: db.Reserve, Currency: "CNY"}}
				if kind.IsVideo() {
					g.entries[j.ID][0].AmountMicros = micros(2_800_000)
				}
				if state == db.Saved && !kind.IsVideo() {
					g.assets[j.ID] = []db.Asset{{ID: 101, JobID: j.ID, Kind: db.Picture, LinkDies: g.now.Add(time.Hour)}}
				}
				g.update()
				check(t, g)
				c := g.card(j.ID)
				for _, a := range []Action{RawAnswer, HaveTaskID, SendAgain, More} {
					if c.button(a) != nil {
						g.press(j.ID, a)
						check(t, g)
						g.s.closeSheet()
					}
				}
				g.s.filter(Failed)
				g.s.filter(Running)
				check(t, g)
				g.hear(jobs.ConnectionChanged{ProfileID: j.ProfileID, Words: "no way"})
				g.s.filter(All)
				check(t, g)
				g.usual, g.now = nil, g.now.Add(10*time.Minute)
				g.update()
				check(t, g)
			})
		}
	}
	for _, err := range []error{jobs.ErrNoRequest, client.ErrAuth, db.ErrSent, &jobs.MoveError{}, db.ErrDiskFull, db.ErrNotFound, errors.New("no way")} {
		if words := errorWords(err); langtest.Foreign(words, sameEverywhere) != "" {
			t.Errorf("%q", words)
		}
	}
}

// On a screen of 1024 x 600 every button of every card and sheet can be got at.
func TestEveryButtonIsOnASmallScreen(t *testing.T) {
	for _, c := range []struct {
		tag          string
		scale, width float32 // of the text; of the feed beside the form, px
	}{{"en", 1, 550}, {"de", 1.5, 488}} {
		langtest.Speak(t, c.tag)
		for _, state := range allStates() {
			for _, kind := range []db.JobKind{db.TextToVideo, db.TextToImage} {
				t.Run(c.tag+"/"+string(state)+"/"+string(kind), func(t *testing.T) {
					g := newStage(t)
					fyne.CurrentApp().Settings().SetTheme(resources.Theme(resources.Dark).WithTextScale(c.scale))
					g.w.Resize(fyne.NewSize(c.width, 530))
					g.usual = []time.Duration{3 * time.Minute}
					j := g.add(state)
					j.Kind, j.RawAnswer, j.ExpiresAt = kind, "no way", g.now.Add(time.Hour)
					if state == db.Saved && !kind.IsVideo() {
						g.assets[j.ID] = []db.Asset{{ID: 101, JobID: j.ID, Kind: db.Picture, LinkDies: g.now.Add(time.Hour)}}
					}
					g.update()
					cut := apptest.Cut(g.w.Canvas())
					g.w.Resize(fyne.NewSize(1024, 560))
					for _, a := range []Action{RawAnswer, HaveTaskID, SendAgain} {
						if g.card(j.ID).button(a) != nil {
							g.press(j.ID, a)
							cut = append(cut, apptest.Cut(g.w.Canvas())...)
							g.s.closeSheet()
						}
					}
					for _, button := range cut {
						t.Error(button)
					}
				})
			}
		}
	}
}
