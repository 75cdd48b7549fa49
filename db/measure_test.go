package db

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"testing"

	"viviscope/db/search"
)

// Clips with the size of the coded picture, from an earlier version, get the displayed size once, and filters find them
// by it. Unreadable clips, missing files and pictures do not change.
func TestSweepCorrectsOldClipSizes(t *testing.T) {
	probes := 0
	var unreadable string
	o := testOptions()
	o.Probe = func(_ context.Context, kind AssetKind, path string) (Media, error) {
		probes++
		if path == unreadable || kind == Picture {
			return Media{}, errors.New("damaged")
		}
		return Media{MIME: "video/mp4", Width: 240, Height: 320, Seconds: 2}, nil
	}
	l, err := Open(t.Context(), t.TempDir(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	turned, _ := filed(t, l, "turned")
	damaged, _ := filed(t, l, "damaged")
	gone, _ := filed(t, l, "gone")
	picture := imported(t, l, "a.png", onePNG(), ImportMeta{})
	remove(t, l, gone.Path)
	if unreadable, err = l.AbsPath(damaged.Path); err != nil {
		t.Fatal(err)
	}
	if err := l.write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE assets SET width = 320, height = 240 WHERE kind = ?", Clip)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	portrait := func() []Asset {
		t.Helper()
		found, err := assetsOf(t.Context(), l, search.Filter{Ratio: "portrait"})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if got := portrait(); len(got) != 0 {
		t.Fatalf("upright before: %v", got)
	}
	probes = 0
	report, err := l.Sweep(t.Context())
	if err != nil || !slices.Equal(report.Resized, []int64{turned.ID}) {
		t.Fatalf("%+v, %v", report, err)
	}
	if got := portrait(); len(got) != 1 || got[0].ID != turned.ID || got[0].Width != 240 || got[0].Height != 320 {
		t.Errorf("found as upright: %+v", got)
	}
	for _, was := range []Asset{damaged, gone} {
		if a, err := l.Asset(t.Context(), was.ID); err != nil || a.Width != 320 || a.Height != 240 {
			t.Errorf("%s: %dx%d, %v", was.Prompt, a.Width, a.Height, err)
		}
	}
	if a, err := l.Asset(t.Context(), picture.ID); err != nil || a.Width != picture.Width ||
		a.Height != picture.Height {
		t.Errorf("the picture: %dx%d, %v", a.Width, a.Height, err)
	}
	if probes != 2 {
		t.Errorf("%d clips were read, want 2", probes)
	}
	if report, err = l.Sweep(t.Context()); err != nil || report.Resized != nil || probes != 2 {
		t.Errorf("the second time: %+v, %v, %d reads", report.Resized, err, probes)
	}
}

// Clips without measures, from an earlier version, get those of the decoder. Other clips are not read again.
func TestSweepMeasuresUnmeasuredClips(t *testing.T) {
	var read []string
	o := testOptions()
	o.Probe = func(_ context.Context, kind AssetKind, path string) (Media, error) {
		read = append(read, path)
		return Media{MIME: "video/webm", Width: 64, Height: 48, Seconds: 2, FPS: 12, HasAudio: true}, nil
	}
	l, err := Open(t.Context(), t.TempDir(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	known, _ := filed(t, l, "known")
	foreign, _ := filed(t, l, "foreign")
	if err := l.write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE assets SET width = 0, height = 0, seconds = 0, fps = 0, has_audio = 0 WHERE id = ?",
			foreign.ID)
		_, err2 := tx.Exec("UPDATE assets SET width = 10, height = 10, seconds = 5 WHERE id = ?", known.ID)
		return errors.Join(err, err2)
	}); err != nil {
		t.Fatal(err)
	}
	if err := l.SetSetting(t.Context(), settingMeasureRules, 1); err != nil {
		t.Fatal(err)
	}
	read = nil
	report, err := l.Sweep(t.Context())
	if err != nil || !slices.Equal(report.Resized, []int64{foreign.ID}) || len(read) != 1 {
		t.Fatalf("%+v, %v, %d reads", report, err, len(read))
	}
	if a, err := l.Asset(t.Context(), foreign.ID); err != nil || a.Width != 64 || a.Seconds != 2 || a.FPS != 12 ||
		!a.HasAudio {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := l.Asset(t.Context(), known.ID); err != nil || a.Width != 10 || a.Seconds != 5 {
		t.Errorf("%+v, %v", a, err)
	}
}
