package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	planning "viviscope/client/boards"
	"viviscope/client/decode"
	"viviscope/client/mp4"
	"viviscope/client/transfer"
	"viviscope/client/transfer/transfertest"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/gui/apptest"
	"viviscope/gui/kit"
)

// planBoard records its calls.
type planBoard struct {
	trims []string
	films []db.Asset
	now   *planning.Film // nil: the board is not open any more
}

func (b *planBoard) Film() (film planning.Film, open bool) {
	if b.now == nil {
		return film, false
	}
	return *b.now, true
}

func (b *planBoard) Trim(frames int, shots ...string) {
	b.trims = append(b.trims, fmt.Sprint(shots, " ", frames))
}
func (b *planBoard) Made(film db.Asset) { b.films = append(b.films, film) }

func testPlan(t *testing.T, lib *db.Library, names ...string) (Plan, *planBoard) {
	b := &planBoard{}
	p := Plan{Film: planning.Film{Name: "Harbour: dusk"}, Board: b}
	picture, _, err := lib.Import(t.Context(), "k.png", bytes.NewReader(transfertest.PNG(t, 7)), db.ImportMeta{})
	if err != nil {
		t.Fatal(err)
	}
	clips := clipsOf(t, lib, slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == "" })...)
	for i, name := range names {
		shot := planning.FilmShot{ID: string(rune('a' + i)), Number: i + 1, Seconds: 2,
			Prompt: fmt.Sprint("boat ", i+1), Seam: new(boards.Shared)}
		if name == "" {
			shot.Pictures = []db.Asset{picture}
		} else {
			shot.Clip, clips = clips[0], clips[1:]
		}
		p.Shots = append(p.Shots, shot)
	}
	return p, b
}

func (k *desk) steppers() (all []*kit.Stepper) {
	for _, o := range apptest.Visible(k.win.Canvas().Overlays().Top()) {
		if s, ok := o.(*kit.Stepper); ok {
			all = append(all, s)
		}
	}
	return all
}

// turn selects an option with the arrow keys, in the choice with a first label that begins with first.
func (k *desk) turn(t *testing.T, first string, to int) {
	t.Helper()
	for _, o := range apptest.Visible(k.win.Canvas().Overlays().Top()) {
		if s, ok := o.(*kit.Segmented); ok && strings.HasPrefix(s.Options()[0], first) {
			for s.Selected() > to {
				s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
			}
			for s.Selected() < to {
				s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
			}
			return
		}
	}
	t.Fatalf("nothing to choose from begins with %q", first)
}

func (k *desk) tags() (all []string) {
	for _, o := range apptest.Visible(k.win.Canvas().Overlays().Top()) {
		if tag, ok := o.(*kit.Tag); ok {
			all = append(all, tag.Word())
		}
	}
	return all
}

// The film of a board has the clips of its shots, cut as on the board. Shots without a clip are named and left out.
func TestABoardBecomesAFilm(t *testing.T) {
	lib := transfertest.Open(t)
	k := newJoinDesk(t, lib)
	p, b := testPlan(t, lib, "own.mp4", "", "own.mp4")
	p.Shots[0].Trim, p.Shots[2].Caption = 1, "The boats come home."
	ShowFilm(k.Deps, p, false)
	for _, want := range []string{"Make film|Harbour: dusk · 2 shots · 0:02 · 64 × 64 · 24 fps", "1 shot has no clip.",
		"boat 1|0:01 · Shared|1|boat 3|", "Every frame is copied as it is.", "1 caption"} {
		if got := k.words(); !strings.Contains(got, want) {
			t.Fatalf("%q is not in %s", want, got)
		}
	}
	k.steppers()[1].TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	k.list(t).Choose(1)
	k.list(t).TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete}) // what is in a film the board says
	k.tap(t, "Make film")
	film, err := lib.Asset(t.Context(), 4)
	if err != nil || film.Name != "Harbour dusk.mp4" || film.Parent != p.Shots[0].Clip.Ref+" "+p.Shots[2].Clip.Ref {
		t.Fatalf("%+v, %v", film, err)
	}
	if len(b.films) != 1 || b.films[0].Ref != film.Ref || !slices.Equal(b.trims, []string{"[c] 1"}) {
		t.Errorf("the board was told of %v, %q", b.films, b.trims)
	}
	data, err := os.ReadFile(filepath.Join(lib.Dir(), film.Path))
	if info, e := mp4.CheckFile(filepath.Join(lib.Dir(), film.Path)); e != nil || info.Frames != 46 ||
		!bytes.Contains(data, []byte("tx3g")) || err != nil {
		t.Errorf("%+v, %v", info, e)
	}
	for _, want := range []string{"Harbour dusk.mp4", "made from 2 clips", "Every frame was copied as it is.",
		"Make film again", "MP4, "} {
		if got := k.words(); !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
	k.tap(t, "Show in the gallery")
	if last := k.nav.Told[len(k.nav.Told)-1]; last != "show4" || k.win.Canvas().Overlays().Top() != nil {
		t.Error(last)
	}
}

// In a low window what is between the head and the buttons scrolls; both stay in sight, also where what is beside the
// clips has room below them only.
func TestHeadAndButtonsOfTheFilmStayInSight(t *testing.T) {
	lib := transfertest.Open(t)
	k := newJoinDesk(t, lib)
	p, _ := testPlan(t, lib, "own.mp4", "own.mp4", "own.mp4", "own.mp4", "own.mp4")
	for high, wide := range map[float32]float32{500: 1120, 900: 1120, 700: 640} {
		k.win.Resize(fyne.NewSize(wide, high))
		ShowFilm(k.Deps, p, false)
		seen := map[string]float32{}
		for _, o := range apptest.Visible(k.win.Canvas().Overlays().Top()) {
			if words, ok := o.(interface{ Text() string }); ok {
				at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
				seen[words.Text()] = at.Y
				if at.X < 16 || at.X+o.Size().Width > wide-16 {
					t.Errorf("in a window of %v px %q stands at %v to %v", wide, words.Text(), at.X,
						at.X+o.Size().Width)
				}
			}
		}
		head, button := seen["Harbour: dusk · 5 shots · 0:05 · 64 × 64 · 24 fps"], seen["Close"]
		if head < 16 || button < head+300 || button > high-32 {
			t.Errorf("in a window of %v px the head stands at %v and the buttons at %v", high, head, button)
		}
		k.tap(t, "Close")
	}
}

// Where a copy cannot be cut as the board wants, the whole film is encoded, and the sheet gives the reason; the user
// can have it copied instead. Without the program for that the sheet names how many frames are lost instead. Shots
// without a clip can be shown as their pictures.
func TestTheFilmSheetNamesWhatIsEncoded(t *testing.T) {
	if _, err := decode.FFmpeg(); err != nil {
		t.Skip("no ffmpeg here")
	}
	lib := transfertest.Open(t)
	k := newJoinDesk(t, lib)
	p, _ := testPlan(t, lib, "x264.mp4", "", "x264.mp4")
	p.Shots[0].Trim = 1
	c, err := mp4.Open(filepath.Join(lib.Dir(), p.Shots[0].Clip.Path))
	if err != nil || c.Snap(1) == 1 {
		t.Fatal(c, err)
	}
	snapped := fmt.Sprintf("Shot 1 loses %d frames instead of 1: a copy cannot be cut everywhere.", c.Snap(1))
	ShowFilm(k.Deps, p, false)
	if got := k.words(); !slices.Equal(k.tags(), []string{"Encoded", "Encoded"}) ||
		!strings.Contains(got, "The whole film must be encoded, because "+
			"not all of it can be copied:\nClip 1: A copy cannot leave out exactly 1 frame at its end.") ||
		strings.Contains(got, snapped) {
		t.Fatalf("%s, %q", got, k.tags())
	}
	k.turn(t, "Original quality", 0)
	if got := k.words(); !slices.Equal(k.tags(), []string{"Copied", "Copied"}) || !strings.Contains(got, snapped) {
		t.Fatalf("%s, %q", got, k.tags())
	}
	k.turn(t, "Original quality", 1)
	k.turn(t, "Leave it out", 1)
	if got := k.words(); k.tags()[1] != "Pictures, encoded" || !strings.Contains(got, "3 shots") ||
		!strings.Contains(got, "Clip 2: It is shown by its pictures.") {
		t.Error(got)
	}
	k.tap(t, "Make film")
	film, err := lib.Asset(t.Context(), 4)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := mp4.CheckFile(filepath.Join(lib.Dir(), film.Path)); err != nil || info.Frames != 2*c.Frames-1+48 {
		t.Errorf("%+v, %v", info, err)
	}
	if got := k.words(); !strings.Contains(got, fmt.Sprintf("%d frames were encoded.", 2*c.Frames-1+48)) {
		t.Error(got)
	}
	if left, err := os.ReadDir(filepath.Join(lib.Dir(), "incoming")); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
	k.tap(t, "Close")
	t.Setenv("PATH", "")
	ShowFilm(k.Deps, p, false)
	if got := k.words(); !strings.Contains(got, snapped+"\nTo cut exactly, install ffmpeg") ||
		!strings.Contains(got, "The film leaves them out.") {
		t.Error(got)
	}
}

// The sheet shows the cost of the clips, each currency separately.
func TestTheFilmSheetShowsTheCostOfItsClips(t *testing.T) {
	yen := func(n int64) db.Asset { return db.Asset{CostMicros: &n, CostCurrency: "CNY"} }
	if got := costWords([]db.Asset{yen(2_800_000), {},
		yen(5_600_000)}); got != "The film is free. Its 3 clips cost ¥8.40." {
		t.Error(got)
	}
}

// Frames that stand in two clips are named, and cut by one press.
func TestDoubledFramesAreCut(t *testing.T) {
	lib := transfertest.Open(t)
	k := newJoinDesk(t, lib)
	p, b := testPlan(t, lib, "own.mp4", "own.mp4", "", "own.mp4", "own.mp4")
	p.Shots[3].Seam = new(boards.Cut)
	ShowFilm(k.Deps, p, false)
	if got := k.words(); !strings.Contains(got, "1 cut repeats a frame.") {
		t.Fatal(got)
	}
	before := k.places()
	k.tap(t, "Remove repeats")
	if got := k.words(); !strings.Contains(got, "No cut repeats a frame.") ||
		!slices.Equal(b.trims, []string{"[a] 1"}) || k.steppers()[0].Value() != 1 {
		t.Error(got, b.trims)
	}
	if after := k.places(); !maps.Equal(before, after) {
		t.Errorf("the buttons were at %v, and are at %v", before, after)
	}
}

// places returns where the buttons of the sheet are.
func (k *desk) places() map[string]fyne.Position {
	at := map[string]fyne.Position{}
	for _, o := range apptest.Visible(k.win.Canvas().Overlays().Top()) {
		if b, ok := o.(*kit.Button); ok {
			at[b.Text()] = fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
		}
	}
	return at
}

// A board is exported with its clips as they are and lists that find them.
func TestABoardIsExported(t *testing.T) {
	lib := transfertest.Open(t)
	k := newJoinDesk(t, lib)
	p, _ := testPlan(t, lib, "own.mp4", "", "own.mp4")
	p.Shots[0].Trim, p.Shots[2].Clip = 2, p.Shots[0].Clip // one clip in two shots
	p.Newest = p.Shots[0].Clip
	p.Newest.Ref = strings.Repeat("f", 32)
	ShowFilm(k.Deps, p, true)
	for _, o := range k.toggles() {
		if !o.On() {
			o.Tapped(nil)
		}
	}
	k.tap(t, "Export")
	if got := k.words(); !strings.Contains(got, "Exported") {
		t.Fatal(got)
	}
	dir := filepath.Join(k.Folder, "Harbour dusk")
	var files []string
	if err := filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			p, err = filepath.Rel(dir, p)
			files = append(files, filepath.ToSlash(p))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	want := []string{"Harbour dusk.fcpxml", "Harbour dusk.json", "Harbour dusk.mp4", "Harbour dusk.otio",
		"Harbour dusk.srt", "clips/shot-01.json", "clips/shot-01.mp4"}
	if !slices.Equal(files, want) {
		t.Fatalf("%q", files)
	}
	a, err := os.ReadFile(filepath.Join(dir, "clips", "shot-01.mp4"))
	b, err2 := os.ReadFile(filepath.Join(lib.Dir(), p.Shots[0].Clip.Path))
	if err != nil || err2 != nil || !bytes.Equal(a, b) {
		t.Error("the clip is another one", err, err2)
	}
	otio, err := os.ReadFile(filepath.Join(dir, "Harbour dusk.otio"))
	if err != nil || !json.Valid(otio) || strings.Count(string(otio), `"target_url": "clips/shot-01.mp4"`) != 4 {
		t.Errorf("%s, %v", otio, err)
	}
	tl := transfer.TimelineOf(lib, p.Film, nil)
	if tl.Shots[0].Frames != 24 || tl.Shots[0].Cut != 2 || tl.Shots[1].Frames != 48 ||
		!strings.HasPrefix(tl.Shots[0].File, "file:///") {
		t.Errorf("%+v", tl)
	}
}

// Before clips with content credentials are joined, the sheet explains that the film has none.
func TestContentCredentialsAreNamedBeforeTheFilm(t *testing.T) {
	lib := transfertest.Open(t)
	k := newJoinDesk(t, lib)
	clips := clipsOf(t, lib, "own.mp4", "own.mp4")
	path := filepath.Join(lib.Dir(), clips[1].Path)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString("\x00\x00\x00\x18uuid" +
			"\xd8\xfe\xc3\xd6\x1b\x0e\x48\x3c\x92\x97\x58\x28\x87\x7e\xc4\x81")
		_ = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	ShowJoin(k.Deps, clips)
	if got := k.words(); !strings.Contains(got,
		"1 clip carries content credentials and keeps them. The film carries none.") {
		t.Error(got)
	}
}

// The keyboard is on what comes next at each stage of the sheet, and never on what is no longer there.
func TestTheFilmSheetHasTheKeyboard(t *testing.T) {
	lib := transfertest.Open(t)
	k := newJoinDesk(t, lib)
	p, _ := testPlan(t, lib, "own.mp4", "own.mp4")
	at := func(when, want string) {
		t.Helper()
		got := "nothing"
		switch o := k.win.Canvas().Focused().(type) {
		case *kit.Button:
			got = o.Text()
		case *kit.Sheet:
			got = "the sheet"
		}
		if got != want {
			t.Errorf("%s: the keyboard is on %s, want %s", when, got, want)
		}
	}
	ShowFilm(k.Deps, p, false)
	at("at first", "Make film")
	k.tap(t, "Remove repeats")
	at("a frame is cut", "Make film")
	k.host.Worker = func(f func(context.Context)) {
		k.host.Worker = nil // others follow
		at("while it is made", "the sheet")
		f(t.Context())
	}
	k.win.Canvas().Overlays().Top().(*kit.Sheet).Send()
	at("the film is made", "Play")
	k.turn(t, "None", 2)
	at("no file was chosen", "Make film again")
	k.tap(t, "Close")
	for i := range p.Shots {
		p.Shots[i].Clip = db.Asset{}
	}
	ShowFilm(k.Deps, p, false)
	at("no shot has a clip", "the sheet")
	top := k.win.Canvas().Overlays().Top().(*kit.Sheet)
	top.Send()
	if got := k.words(); !strings.Contains(got, "No shot has a clip yet.") {
		t.Errorf("a film of nothing was made: %s", got)
	}
}

// A take that is saved while the sheet is open is neither left out of the film nor of an export.
func TestTheFilmSheetFollowsItsBoard(t *testing.T) {
	lib := transfertest.Open(t)
	k := newJoinDesk(t, lib)
	p, b := testPlan(t, lib, "own.mp4", "own.mp4", "x264.mp4")
	now := p.Film
	now.Shots = slices.Clone(p.Shots)
	now.Shots[1].Clip = p.Shots[2].Clip
	for _, button := range []string{"Make film", "Export"} {
		b.now = new(p.Film)
		ShowFilm(k.Deps, p, false)
		b.now = &now
		k.tap(t, button)
		if got := k.words(); len(b.films) != 0 || !strings.Contains(got, "The board has changed.") {
			t.Fatalf("%s: %d films, %s", button, len(b.films), got)
		}
		if button == "Make film" {
			k.tap(t, button)
			if len(b.films) != 1 || b.films[0].Parent != fmt.Sprint(p.Shots[0].Clip.Ref, " ", p.Shots[2].Clip.Ref, " ",
				p.Shots[2].Clip.Ref) {
				t.Fatalf("the film is %+v", b.films)
			}
			b.films = nil
		}
		k.tap(t, "Close")
	}
}

// What an export was asked for and cannot have is named, and an export of nothing leaves no folder.
func TestAnExportNamesWhatIsNotThere(t *testing.T) {
	lib := transfertest.Open(t)
	p, _ := testPlan(t, lib, "own.mp4", "")
	p.Gone = []planning.GoneClip{{Path: "clips/b.mp4", Err: fs.ErrNotExist}}
	for name, tt := range map[string]struct {
		options  transfer.FilmOptions
		files    int
		problems []string
	}{
		"the film":         {transfer.FilmOptions{Film: true}, 0, []string{"Harbour dusk.mp4"}},
		"the film, a list": {transfer.FilmOptions{Film: true, OTIO: true}, 1, []string{"Harbour dusk.mp4"}},
		"clips":            {transfer.FilmOptions{Clips: true}, 1, []string{"clips/b.mp4"}},
		"a list":           {transfer.FilmOptions{SRT: true}, 1, nil},
		"the film and clips": {transfer.FilmOptions{Film: true, Clips: true}, 1,
			[]string{"Harbour dusk.mp4", "clips/b.mp4"}},
	} {
		dir := t.TempDir()
		done, err := transfer.ExportFilm(t.Context(), lib, p.Film,
			transfer.ExportOptions{Folder: dir, FilmOptions: tt.options})
		var named []string
		for _, problem := range done.Problems {
			named = append(named, problem.Path)
		}
		if err != nil || done.Files != tt.files || !slices.Equal(named, tt.problems) {
			t.Errorf("%s: %+v, %v", name, done, err)
		}
		if left, err := os.ReadDir(dir); err != nil || (len(left) > 0) != (tt.files > 0) ||
			done.Path != "" != (tt.files > 0) {
			t.Errorf("%s: %v in the folder, %v", name, left, err)
		}
	}
	p.Shots[0].Clip = db.Asset{}
	dir := t.TempDir()
	if done, err := transfer.ExportFilm(t.Context(), lib, p.Film,
		transfer.ExportOptions{Folder: dir, FilmOptions: transfer.FilmOptions{Clips: true}}); err != nil ||
		len(done.Problems) != 1 || done.Path != "" {
		t.Errorf("%+v, %v", done, err)
	}
}
