package casting

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"viviscope/db"
	"viviscope/db/cast"
	"viviscope/gui/action/actiontest"
	"viviscope/gui/apptest"
	"viviscope/gui/dnd"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/lang/langtest"
	"viviscope/gui/media"
	"viviscope/resources"
)

// stage is a cast over a library with five pictures, in a window.
type stage struct {
	*testing.T
	*Cast
	lib      *db.Library
	host     actiontest.Host
	nav      actiontest.Nav
	window   fyne.Window
	pictures []db.Asset
}

// blank are pictures that are never loaded.
type blank struct{ media.Pictures }

func (blank) Cached(db.Asset, int) (image.Image, bool) {
	return image.NewGray(image.Rect(0, 0, 8, 8)), true
}
func (blank) Nearest(db.Asset, int) (image.Image, bool) { return nil, false }

func newStage(t *testing.T) *stage {
	apptest.New(t, resources.Theme(resources.Dark))
	s := &stage{T: t}
	var err error
	s.lib, err = db.Open(t.Context(), t.TempDir(), db.Options{})
	s.must(err)
	t.Cleanup(func() { _ = s.lib.Close() })
	for i := range 5 {
		im := image.NewGray(image.Rect(0, 0, 64, 64))
		im.SetGray(0, 0, color.Gray{uint8(i + 1)})
		var file bytes.Buffer
		s.must(png.Encode(&file, im))
		a, _, err := s.lib.Import(t.Context(), fmt.Sprint("picture", i, ".png"), &file, db.ImportMeta{})
		s.must(err)
		s.pictures = append(s.pictures, a)
	}
	s.window = test.NewTempWindow(t, container.NewStack())
	s.window.SetPadded(false)
	s.window.Resize(fyne.NewSize(1120, 720))
	s.host.On = s.window.Canvas()
	s.Cast = New(Deps{Host: &s.host, Chooser: &s.nav, Library: s.lib, Pictures: blank{},
		Import: func(_ context.Context, path string) (db.Asset, error) {
			if path != "/fourth.png" {
				return db.Asset{}, fmt.Errorf("open %s: no file", path)
			}
			return s.pictures[3], nil
		}})
	return s
}

func (s *stage) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// put saves entries without a dialog.
func (s *stage) put(all ...cast.Entry) {
	s.Helper()
	for _, e := range all {
		_, err := s.lib.SaveCast(s.Context(), "", e)
		s.must(err)
	}
	s.Update(s.Context())
}

// kept returns the cast in the library, as text.
func (s *stage) kept() string {
	s.Helper()
	all, err := s.lib.Cast(s.Context())
	s.must(err)
	var lines []string
	for _, e := range all {
		var pictures []int
		for _, ref := range e.Pictures {
			pictures = append(pictures, slices.IndexFunc(s.pictures, func(a db.Asset) bool { return a.Ref == ref }))
		}
		lines = append(lines, fmt.Sprint(e.Name, " ", e.Kind, " ", e.Words, " ", pictures))
	}
	return strings.Join(lines, "; ")
}

// words returns the texts of the open dialog, with what is typed.
func (s *stage) words() string {
	top := s.window.Canvas().Overlays().Top()
	words := apptest.Texts(top)
	for _, e := range apptest.Find[*kit.Entry](top) {
		words = append(words, e.Text)
	}
	return strings.Join(words, " | ")
}

// typed types into the control with the focus.
func (s *stage) typed(text string) {
	for _, r := range text {
		s.window.Canvas().Focused().TypedRune(r)
	}
}

func (s *stage) key(name fyne.KeyName) {
	apptest.PressKey(s.window.Canvas().Focused(), name)
}

// press presses the button or link of the open dialog with a label.
func (s *stage) press(label string) {
	s.Helper()
	for _, o := range test.LaidOutObjects(s.window.Canvas().Overlays().Top()) {
		b, ok := o.(*kit.Button)
		if ok && b.Visible() && (b.Text() == label || b.AccessibilityLabel() == label) {
			if b.Disabled() {
				s.Fatalf("%q is off", label)
			}
			test.Tap(b)
			return
		}
		if l, ok := o.(*kit.Link); ok && l.Visible() && l.Text() == label {
			test.Tap(l)
			return
		}
	}
	s.Fatalf("no button %q in %q", label, s.words())
}

func TestAnEntryIsAddedByTheKeyboard(t *testing.T) {
	s := newStage(t)
	s.ShowList()
	if !strings.Contains(s.words(), emptyWords()) {
		t.Errorf("an empty list: %q", s.words())
	}
	s.press("Add…")
	s.typed("two words")
	if !strings.Contains(s.words(), "no spaces") {
		t.Errorf("a wrong name is not explained: %q", s.words())
	}
	s.window.Canvas().Focused().(*kit.Entry).SetText("")
	s.typed("@Mara")
	if strings.Contains(s.words(), "no spaces") {
		t.Errorf("a good name is refused: %q", s.words())
	}
	s.key(fyne.KeyReturn)
	if !strings.Contains(s.words(), "needs words or a picture") {
		t.Errorf("an empty entry is not explained: %q", s.words())
	}
	s.typed("a woman of forty,")
	s.key(fyne.KeyReturn)
	s.typed("yellow raincoat")
	s.press("Save")
	if got := s.kept(); got != "Mara person a woman of forty, yellow raincoat []" {
		t.Errorf("%q", got)
	}
	if s.window.Canvas().Focused() != fyne.Focusable(s.list.panel.grid) || !strings.Contains(s.words(), "@Mara") {
		t.Errorf("the list is not shown again: %q", s.words())
	}
	s.key(fyne.KeyDelete)
	if s.kept() != "" || !strings.Contains(s.words(), "@Mara was removed") {
		t.Errorf("%q is left; %q", s.kept(), s.words())
	}
	s.press("Undo")
	if got := s.kept(); !strings.HasPrefix(got, "Mara") || !s.Redo() || s.kept() != "" || !s.Undo() {
		t.Errorf("undo and redo: %q", got)
	}
	s.key(fyne.KeyEscape)
	if s.words() != "" {
		t.Errorf("Esc leaves %q", s.words())
	}
}

// What was typed before the removal is there again when the entry is.
func TestAnEntryIsRemovedInItsEditor(t *testing.T) {
	s := newStage(t)
	s.put(cast.Entry{Name: "Mara", Kind: cast.Person, Words: "a woman"})
	s.Edit("Mara")
	s.window.Canvas().Focus(apptest.Find[*kit.Entry](s.window.Canvas().Overlays().Top())[1])
	s.typed("tall ")
	s.press("Remove from the cast")
	if got := s.kept(); got != "" {
		t.Fatalf("%q is left", got)
	}
	s.Undo()
	if got := s.kept(); got != "Mara person a woman []" {
		t.Errorf("undone: %q", got)
	}
	s.Edit("Mara")
	if words := apptest.Find[*kit.Entry](s.window.Canvas().Overlays().Top())[1].Text; !strings.Contains(words, "tall") {
		t.Errorf("the typed words became %q", words)
	}
}

func TestPicturesKeepTheOrderOfTheUser(t *testing.T) {
	s := newStage(t)
	s.put(cast.Entry{Name: "Mara", Kind: cast.Person, Pictures: []string{s.pictures[0].Ref, s.pictures[1].Ref}})
	s.Edit("mara")
	s.nav.PickAsset = s.pictures[2]
	s.press("From the gallery…")
	s.nav.PickPath = "/none.png"
	s.press("From a file…")
	if !strings.Contains(s.words(), "no file") {
		t.Errorf("the error of the file is not shown: %q", s.words())
	}
	s.nav.PickPath = "/fourth.png"
	s.press("From a file…")
	s.press("Move picture 3 to the left")
	s.press("Move picture 2 to the left")
	s.key(fyne.KeyReturn) // the button of the picture has the focus, and moves it on
	s.press("Remove picture 4")
	s.press("Save")
	if got := s.kept(); got != "Mara person  [0 2 1]" {
		t.Errorf("%q", got)
	}
	s.nav.PickAsset = db.Asset{}
	s.Edit("Mara")
	s.press("From the gallery…") // and back without one
	if !strings.Contains(s.words(), "@Mara") {
		t.Errorf("the editor is closed after a choice was cancelled: %q", s.words())
	}
}

func TestNothingTypedIsLostByEsc(t *testing.T) {
	s := newStage(t)
	s.Edit("")
	s.typed("Tom")
	s.key(fyne.KeyEscape)
	s.Edit("")
	if !strings.Contains(s.words(), "Tom") {
		t.Errorf("Esc lost the name: %q", s.words())
	}
	s.press("Cancel")
	s.Edit("")
	if strings.Contains(s.words(), "Tom") {
		t.Errorf("Cancel kept the name: %q", s.words())
	}
}

func TestAPictureGoesToANewEntryOrToOneThatExists(t *testing.T) {
	s := newStage(t)
	s.put(cast.Entry{Name: "Mara", Kind: cast.Person, Words: "w"})
	s.AddPictures(s.pictures[4])
	picker := s.window.Canvas().Focused().(*kit.Picker)
	var name *kit.Entry
	for _, o := range test.LaidOutObjects(s.window.Canvas().Overlays().Top()) {
		if e, ok := o.(*kit.Entry); ok && name == nil {
			name = e
		}
	}
	name.SetText("Tom")
	s.key(fyne.KeyDown)
	if picker.Selected() != 1 || name.Text != "Mara" {
		t.Errorf("the entry shown is %q", name.Text)
	}
	s.key(fyne.KeyUp)
	if name.Text != "Tom" {
		t.Errorf("what was typed before is %q", name.Text)
	}
	s.press("Save")
	s.AddPictures(s.pictures[3], s.pictures[4])
	s.key(fyne.KeyDown)
	s.press("Save")
	if got := s.kept(); got != "Mara person w [3 4]; Tom person  [4]" {
		t.Errorf("%q", got)
	}
}

func TestNamesOfOthersAreRefused(t *testing.T) {
	s := newStage(t)
	s.put(cast.Entry{Name: "Mara", Kind: cast.Person, Words: "w"}, cast.Entry{Name: "Tom", Kind: cast.Person, Words: "w"})
	s.Edit("Tom")
	s.window.Canvas().Focused().(*kit.Entry).SetText("mARA")
	if !strings.Contains(s.words(), "has this name") {
		t.Errorf("%q", s.words())
	}
	s.press("Save")
	if got := s.kept(); got != "Mara person w []; Tom person w []" {
		t.Errorf("%q", got)
	}
}

func TestAPictureIsDroppedOnACard(t *testing.T) {
	s := newStage(t)
	s.put(cast.Entry{Name: "Mara", Kind: cast.Person, Words: "w"}, cast.Entry{Name: "Tom", Kind: cast.Person, Words: "w"})
	p := s.NewPanel(func(string) string { return "nowhere" }, func() {})
	s.window.SetContent(kit.WithHints(p.Content()))
	s.window.Resize(fyne.NewSize(900, 300))
	if cells := apptest.Find[*entryCell](s.window.Content()); len(cells) != 2 || cells[1].name.Text() != "@Tom" {
		t.Errorf("%d cards are shown", len(cells))
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.grid).AddXY(ringGap+cellWidth+gridGap+20, 40)
	what := dnd.Offer{Kind: dnd.KindAssets, Assets: s.pictures[:2]}
	if accepted, words := p.Over(at, what); !accepted || words != "Add to @Tom" || p.grid.target != 1 {
		t.Errorf("%v %q %d", accepted, words, p.grid.target)
	}
	if !p.Dropped(dnd.Drop{At: at, Placed: true, Assets: s.pictures[:2]}) {
		t.Error("the drop was not taken")
	}
	if got := s.kept(); got != "Mara person w []; Tom person w [0 1]" {
		t.Errorf("%q", got)
	}
	if accepted, words := p.Over(at, dnd.Offer{Kind: dnd.KindAssets, Assets: s.pictures[2:]}); accepted || words == "" {
		t.Errorf("five pictures: %v %q", accepted, words)
	}
	if p.Dropped(dnd.Drop{At: fyne.NewPos(880, 290), Placed: true, Assets: s.pictures[:1]}) {
		t.Error("a drop beside the cards was taken")
	}
	if !s.Undo() || s.kept() != "Mara person w []; Tom person w []" {
		t.Errorf("undo left %q", s.kept())
	}
}

func TestNoControlOfTheCastIsCovered(t *testing.T) {
	s := newStage(t)
	var refs []string
	for _, a := range s.pictures[:4] {
		refs = append(refs, a.Ref)
	}
	for i := range 9 {
		s.put(cast.Entry{Name: fmt.Sprint("Name", i), Kind: cast.Look, Words: strings.Repeat("words ", 40), Pictures: refs})
	}
	for _, size := range []fyne.Size{fyne.NewSize(1440, 900), fyne.NewSize(1120, 720), fyne.NewSize(800, 600)} {
		s.window.Resize(size)
		s.AddPictures(s.pictures[4])
		if covered := apptest.CoveredControls(s.window.Canvas()); len(covered) > 0 {
			t.Errorf("editor at %v: %q", size, covered)
		}
		s.press("Cancel")
		s.ShowList()
		if covered := apptest.CoveredControls(s.window.Canvas()); len(covered) > 0 {
			t.Errorf("list at %v: %q", size, covered)
		}
		s.press("Close")
	}
}

func TestEveryTextIsTranslated(t *testing.T) {
	langtest.Use(t, lang.Pseudo)
	s := newStage(t)
	s.put(cast.Entry{Name: "Mara", Kind: cast.Person, Words: "w", Pictures: []string{s.pictures[0].Ref}})
	s.AddPictures(s.pictures[1])
	own := "@Mara Mara w 1 2"
	for _, text := range langtest.Untranslated(s.window.Canvas(), own) {
		t.Errorf("editor: %q", text)
	}
	s.key(fyne.KeyEscape)
	s.ShowList()
	for _, text := range langtest.Untranslated(s.window.Canvas(), own) {
		t.Errorf("list: %q", text)
	}
}

// What is typed in the editor survives a kill, until it is saved or dropped.
func TestTypedEntriesSurviveAKill(t *testing.T) {
	s := newStage(t)
	s.put(cast.Entry{Name: "Mara", Kind: cast.Person, Words: "a woman"})
	killed := func() {
		s.must(s.Flush(s.Context())) // as the timer does half a second after the last change
		s.window.Canvas().Overlays().Remove(s.window.Canvas().Overlays().Top())
		s.Cast = New(s.Deps)
		s.Update(s.Context())
	}
	fields := func() (name, words *kit.Entry) {
		t.Helper()
		all := apptest.Find[*kit.Entry](s.window.Canvas().Overlays().Top())
		if len(all) != 2 {
			t.Fatalf("the editor has %d fields", len(all))
		}
		return all[0], all[1]
	}
	s.Edit("")
	name, words := fields()
	name.SetText("Zoe")
	words.SetText("a girl with a kite")
	if !s.Unsaved() {
		t.Error("nothing is to be stored")
	}
	killed()
	s.Edit("Mara")
	if name, words := fields(); name.Text != "Mara" || words.Text != "a woman" {
		t.Errorf("another entry: %q %q", name.Text, words.Text)
	}
	_, words = fields()
	words.SetText("an old woman")
	killed()
	s.Edit("Mara")
	if _, words := fields(); words.Text != "an old woman" {
		t.Errorf("after a kill: %q", words.Text)
	}
	s.window.Canvas().Overlays().Remove(s.window.Canvas().Overlays().Top())
	s.Edit("")
	if name, words := fields(); name.Text != "Zoe" || words.Text != "a girl with a kite" {
		t.Errorf("after two kills: %q %q", name.Text, words.Text)
	}
	s.press("Save")
	if got := s.kept(); got != "Mara person a woman []; Zoe person a girl with a kite []" {
		t.Errorf("saved: %s", got)
	}
	killed()
	s.Edit("")
	if name, _ := fields(); name.Text != "" {
		t.Errorf("what was saved is typed again: %q", name.Text)
	}
}
