package action_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/client/jobs"
	"viviscope/db"
	"viviscope/db/findings"
	"viviscope/gui/action"
	"viviscope/gui/action/actiontest"
)

// What can be done with an asset is the same wherever it is shown, and fits it.
func TestWhatCanBeDoneWithAnAsset(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	clip := db.Asset{ID: 1, JobID: 1, Kind: db.Clip, Prompt: "paper boats"}
	picture := db.Asset{ID: 2, JobID: 2, Kind: db.Picture}
	living, imported, thrown := picture, picture, clip
	living.Link, living.LinkExpires = "https://x.test/a", now.Add(time.Hour)
	imported.JobID = 0
	thrown.TrashedAt = now
	checked := clip
	checked.Checks = &findings.Result{}
	for _, c := range []struct {
		name       string
		of         action.Selection
		can, never string
	}{
		{"nothing", action.One(db.Asset{}), "", "Open in another app, Star, Export…, Move to Trash, Edit"},
		{"a clip", priced(clip), "Open in another app, Copy prompt, Reuse all but the seed, Last frame…, One more, Star, Move to Trash", "Edit, Use as first frame, Restore, Add to cast…"},
		{"a picture", priced(picture), "Edit, Reuse the prompt only, One more",
			"Use as first frame, Last frame…, Reuse all but the seed, Copy prompt"},
		{"one with a link", action.One(living), "Use as first frame, Use as last frame", "Restore"},
		{"an import", action.One(imported), "Edit, Add to cast…, Tag…, Copy path", "One more, Reuse settings"},
		{"five pictures", action.Selection{IDs: []int64{1, 2, 3, 4, 5}}, "Star", "Add to cast…"},
		{"an unchecked clip", action.One(clip), "Check clip", "Edit"},
		{"a checked clip", action.One(checked), "Star", "Check clip"},
		{"in the trash", action.One(thrown), "Restore, Delete permanently…, Open in another app",
			"Reuse settings, Star, Album…, Export…, Move to Trash, Last frame…, One more, Check clip"},
	} {
		for _, in := range []action.AssetPlace{action.InGallery, action.InViewer} {
			var can []string
			for _, a := range action.ForAssets(in, (&actiontest.Nav{}).Targets(), c.of, now) {
				if a.Can() {
					label, _, _ := strings.Cut(a.Label, " · ")
					can = append(can, label)
				}
			}
			for _, want := range strings.Split(c.can, ", ") {
				if want != "" && !slices.Contains(can, want) {
					t.Errorf("%s, %d: no %q in %q", c.name, in, want, can)
				}
			}
			for _, never := range strings.Split(c.never, ", ") {
				if slices.Contains(can, never) {
					t.Errorf("%s, %d: %q", c.name, in, never)
				}
			}
		}
	}
}

// Where the clipboard takes no files the key copies the path, and its label is true.
func TestCopyingIsNamedByWhatItCopies(t *testing.T) {
	for pathsOnly, want := range map[bool]string{false: "Copy file, Copy path", true: "Copy path"} {
		var labels []string
		for _, a := range action.ForAssets(action.InGallery, (&actiontest.Nav{PathsOnly: pathsOnly}).Targets(),
			action.One(db.Asset{ID: 1, Kind: db.Picture}), time.Now()) {
			if !a.Hidden && (strings.HasPrefix(a.Label, "Copy file") || a.Label == "Copy path") {
				labels = append(labels, a.Label)
			}
		}
		if got := strings.Join(labels, ", "); got != want {
			t.Errorf("paths only %v: %q, want %q", pathsOnly, got, want)
		}
	}
}

// priced is the selection of an asset of which the price of one more is known.
func priced(a db.Asset) action.Selection {
	s := action.One(a)
	s.Price = jobs.Quote{Profile: db.Profile{ID: 1}, Currency: "CNY", Total: 1_000_000, Known: true}
	return s
}

// One more is possible only once its label has the price.
func TestOneMoreWaitsForItsPrice(t *testing.T) {
	clip := db.Asset{ID: 1, JobID: 2, Kind: db.Clip}
	for _, in := range []action.AssetPlace{action.InGallery, action.InViewer} {
		id := []string{"gallery/again", "viewer/again"}[in]
		of := func(s action.Selection) action.Action {
			return action.ByID(action.ForAssets(in, (&actiontest.Nav{}).Targets(), s, time.Time{}), id)
		}
		if a := of(action.One(clip)); a.Can() || a.Disabled == "" {
			t.Errorf("%s without a price: %+v", id, a)
		}
		if a := of(priced(clip)); !a.Can() || !a.Spends || !strings.Contains(a.Label, "¥1.00") {
			t.Errorf("%s with a price: %q", id, a.Label)
		}
	}
}

func TestOnlyClipsAreJoined(t *testing.T) {
	nav := &actiontest.Nav{}
	join := func(clips int, ids ...int64) action.Action {
		return action.ByID(action.ForAssets(action.InGallery, nav.Targets(), action.Selection{IDs: ids, Clips: clips},
			time.Time{}), "gallery/join")
	}
	if a := join(3, 7, 8, 9); !a.Can() {
		t.Errorf("three clips: %q", a.Disabled)
	} else {
		a.Do()
	}
	if !slices.Equal(nav.Told, []string{"join[7 8 9]"}) || join(1, 7).Can() || join(2, 7, 8, 9).Can() ||
		!join(0, 7, 8).Hidden {
		t.Errorf("%q, or what is no two clips", nav.Told)
	}
	if why := join(2, 7, 8, 9).Disabled; why != "Pictures cannot be joined. Select clips only." {
		t.Errorf("two clips and a picture: %q", why)
	}
}

func TestAMenuHasWordsThatCannotBeChosen(t *testing.T) {
	menu := action.Menu([]action.Action{{Label: "None yet"}, {ID: "keys only"},
		{Label: "Off", Disabled: "Not now.", Do: func() {}}, {Label: "On", Do: func() {}}}, func(func()) {})
	if len(menu.Items) != 2 || !menu.Items[0].Disabled || menu.Items[0].Label != "None yet" || menu.Items[1].Disabled {
		t.Errorf("%+v", menu.Items)
	}
}
