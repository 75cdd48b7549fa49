package viewer

import (
	"errors"
	"io/fs"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/db"
	"viviscope/gui/apptest"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/gui/media/player"
)

func TestEveryTextIsTranslatedAndEveryControlIsNamed(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	for _, row := range []struct {
		name   string
		assets []db.Asset
		show   func(r *room)
	}{
		{"a clip with its family", []db.Asset{clip(1), picture(2), picture(3)}, func(r *room) {
			r.family["1"] = db.Family{
				MadeFrom: []db.Relative{{Asset: &r.assets[1]}, {Asset: &r.assets[2], Place: 1}},
				Variations: []db.Relative{{Job: &db.Job{ID: 9}}, {Job: &db.Job{ID: 10}}, {Job: &db.Job{ID: 11}},
					{Job: &db.Job{ID: 12}}, {Job: &db.Job{ID: 13}}},
				EditedInto: []db.Relative{{Asset: &r.assets[1]}}, UsedAsFrame: []db.Relative{{Asset: &r.assets[1]}},
				Extracted: []db.Relative{{Asset: &r.assets[1]}}, Resends: []db.Relative{{Asset: &r.assets[1]}},
			}
			r.open(0)
			r.plays(func(st *player.State) { st.Loop = player.Loop{On: true, From: time.Second, To: 8 * time.Second} })
		}},
		{"a silent clip", []db.Asset{clip(1)}, func(r *room) {
			r.open(0)
			r.plays(func(st *player.State) { st.HasAudio = false })
		}},
		{"a clip without a player", []db.Asset{clip(1)}, func(r *room) {
			r.open(0)
			r.player.on(player.State{Path: r.s.clip.path, Err: player.ErrStart})
		}},
		{"a clip that does not play", []db.Asset{clip(1)}, func(r *room) {
			r.open(0)
			r.player.on(player.State{Path: r.s.clip.path, Err: errors.New("bad")})
		}},
		{"a picture that was starred and has a note", []db.Asset{noted(picture(1)), picture(2)}, func(r *room) {
			r.open(0)
		}},
		{"a picture in the trash", []db.Asset{thrown(picture(1))}, func(r *room) { r.open(0) }},
		{"a picture that is not there", []db.Asset{picture(1)}, func(r *room) {
			r.broken[1] = fs.ErrNotExist
			r.open(0)
		}},
		{"what is not known", []db.Asset{picture(1)}, func(r *room) {
			r.ledger = errors.New("broken")
			r.open(0)
		}},
		{"two pictures", []db.Asset{picture(1), picture(2), picture(3)}, func(r *room) {
			r.open(1)
			r.key(fyne.KeyC)
		}},
		{"a picture and a clip", []db.Asset{picture(1), clip(2)}, func(r *room) {
			r.open(1)
			r.key(fyne.KeyC)
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newRoom(t, row.assets...)
			row.show(r)
			apptest.CheckAccessibleNames(t, r.w.Canvas())
			// What the tests call things, units, keys, and the marks of the two that are compared.
			const same = "Gallery picture m a note png mp4 ab est SHA PNG px s B fps Esc X A B S T Delete vt"
			for _, text := range langtest.Untranslated(r.w.Canvas(), same) {
				t.Errorf("not translated: %q", text)
			}
			for _, c := range r.s.Actions() {
				if rest := langtest.UntranslatedWords(c.Group+c.Label, "A B s est"); rest != "" {
					t.Errorf("not translated in a command: %q", rest)
				}
			}
		})
	}
}

func noted(a db.Asset) db.Asset {
	a.Starred, a.Note = true, "a note"
	return a
}

func thrown(a db.Asset) db.Asset {
	a.TrashedAt = noon
	return a
}
