package kit

import (
	"image/color"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"viviscope/gui/apptest"
	"viviscope/resources"
)

// slotSheet holds every state of a slot, wide and as narrow as the composer has them.
func slotSheet() fyne.CanvasObject {
	states := []SlotValue{
		{State: SlotEmpty, Caption: "http or https address only"},
		{State: SlotAccepts, Words: "Drop to use as last frame", Detail: "light-evening.png",
			Caption: "Link lives 23 h. It will be sent", Note: "as a web address, not as a file."},
		{State: SlotRefuses, Words: "The service accepts web addresses only, not local files.",
			Actions: [3]SlotAction{{Text: "Why?"}, {Text: "Type an address"}, {Text: "Edit it first"}}},
		{State: SlotFilled, Picture: dusk(176, 99), Caption: "img.gateway.net", Life: "21 h left",
			Note: "1344 × 756, from Gallery"},
		{State: SlotDying, Picture: dusk(176, 99), Caption: "img.gateway.net", Life: "48 min left, send soon"},
		{State: SlotDead, Picture: dusk(176, 99), Tag: "Link expired", Caption: "The picture is saved locally.",
			Actions: [3]SlotAction{{Text: "Replace…"}}},
		{State: SlotOff, Words: "Choose a first frame first"},
		{State: SlotLoading, Words: "Checking the picture", Caption: "img.gateway.net"},
		{State: SlotUnseen, Words: "This computer cannot fetch the picture. The service may.",
			Caption: "img.gateway.net", Actions: [3]SlotAction{{Text: "Check again"}}},
		{State: SlotUploading, Picture: dusk(176, 99), Progress: 0.62, Caption: "Uploading, 62 %",
			Note: "to media.example.com"},
	}
	box := func(v SlotValue, title string, width float32) fyne.CanvasObject {
		s := NewSlot(title, "optional")
		s.OnPaste, s.OnGallery, s.OnClear, s.OnLook = func() {}, func() {}, func() {}, func() {}
		s.OnText = func(string) string { return "" }
		if title != "" {
			s.OnFile = func() {}
		}
		s.Set(v)
		return NewFixed(width, HeightFor(s, width), s)
	}
	wide, narrow := NewRow(19), NewRow(19)
	for _, v := range states[:6] {
		wide.Add(box(v, "", 216))
	}
	for _, v := range states {
		if v.State != SlotDying && v.State != SlotRefuses {
			narrow.Add(box(v, "Last frame", 176))
		}
	}
	typing := NewSlot("Last frame", "optional")
	typing.OnText = func(string) string { return "no" }
	typing.Type("file:///home/me/a.png")
	typing.frame.complain("http or https address only")
	focused := NewSlot("First frame", "")
	focused.OnPaste = func() {}
	focused.frame.focused = true
	focused.Set(SlotValue{State: SlotRefuses, Words: "The service accepts web addresses only, not local files.",
		Actions: [3]SlotAction{{Text: "Why?"}, {Text: "Type an address"}, {Text: "Edit it first"}}})
	last := NewRow(19,
		NewFixed(176, HeightFor(typing, 176), typing),
		NewFixed(176, HeightFor(focused, 176), focused),
		NewFixed(416, 0, fitList()),
	)
	return NewColumn(16, wide, narrow, last)
}

func fitList() *ChoiceList {
	return NewChoiceList([]Choice{
		{Title: "clip-3.0", Words: "fits", Trailing: "¥17.40"},
		{Title: "clip-2.6", Words: "cheapest that fits", Trailing: "¥14.40"},
		{Title: "clip-3.0-turbo", Words: "this model does not generate audio", Trailing: "—", Off: true},
		{Title: "clip-2.5", Words: "seconds must be one of 5, 10", Trailing: "—", Off: true},
		{Title: "clip-3.0-omni", Words: "fits", Trailing: "¥19.20"},
	}, 1)
}

func TestSlotsLookAsTheyShould(t *testing.T) {
	apptest.SkipUnlessGoldenPlatform(t)
	for _, v := range []resources.Variant{resources.Dark, resources.Light} {
		t.Run(v.String(), func(t *testing.T) {
			studio(t, v)
			o := slotSheet()
			win := test.NewTempWindow(t, NewInset(24, 24, 24, 24, o))
			win.SetPadded(false)
			win.Resize(fyne.NewSize(1620, HeightFor(o, 1572)+48))
			test.AssertRendersToImage(t, "slots-"+v.String()+".png", win.Canvas())
		})
	}
}

// watched is a slot that counts what it is asked.
func watched(t *testing.T, v SlotValue) (*Slot, map[string]int, fyne.Window) {
	t.Helper()
	studio(t, resources.Dark)
	calls := map[string]int{}
	s := NewSlot("First frame", "")
	count := func(what string) func() { return func() { calls[what]++ } }
	s.OnPaste, s.OnGallery, s.OnClear, s.OnLook, s.OnAsset, s.OnCopy = count("paste"), count("gallery"), count("clear"),
		count("look"), count("asset"), count("copy")
	s.OnFile = count("file")
	s.OnText = func(text string) string {
		calls["text "+text]++
		if text == "bad" {
			return "http or https address only"
		}
		return ""
	}
	s.OnDragOut = func(fyne.Position) { calls["drag"]++ }
	s.Set(v)
	return s, calls, inWindow(t, s, 176, 180)
}

func TestSlotKeys(t *testing.T) {
	paste, copied := &fyne.ShortcutPaste{}, &fyne.ShortcutCopy{}
	for _, tc := range []struct {
		name  string
		state SlotState
		do    func(*slotFrame)
		want  string // "" for nothing
	}{
		{"Delete clears", SlotFilled, func(f *slotFrame) { f.keys.TypedKey(key(fyne.KeyDelete)) }, "clear"},
		{"Backspace clears", SlotDead, func(f *slotFrame) { f.keys.TypedKey(key(fyne.KeyBackspace)) }, "clear"},
		{"Delete takes a refusal away", SlotRefuses, func(f *slotFrame) { f.keys.TypedKey(key(fyne.KeyDelete)) }, "clear"},
		{"nothing to clear", SlotEmpty, func(f *slotFrame) { f.keys.TypedKey(key(fyne.KeyDelete)) }, ""},
		{"Space looks", SlotFilled, func(f *slotFrame) { f.keys.TypedKey(key(fyne.KeySpace)) }, "look"},
		{"Space chooses", SlotEmpty, func(f *slotFrame) { f.keys.TypedKey(key(fyne.KeySpace)) }, "gallery"},
		{"nothing to look at", SlotRefuses, func(f *slotFrame) { f.keys.TypedKey(key(fyne.KeySpace)) }, ""},
		{"Ctrl+V pastes", SlotEmpty, func(f *slotFrame) { f.keys.TypedShortcut(paste) }, "paste"},
		{"Ctrl+V replaces", SlotFilled, func(f *slotFrame) { f.keys.TypedShortcut(paste) }, "paste"},
		{"Ctrl+C copies", SlotFilled, func(f *slotFrame) { f.keys.TypedShortcut(copied) }, "copy"},
		{"File… chooses a file", SlotEmpty, func(f *slotFrame) { f.file.OnTapped() }, "file"},
		{"a drag of a picture", SlotFilled, func(f *slotFrame) { f.Dragged(&fyne.DragEvent{}); f.DragEnd() }, "drag"},
		{"nothing to drag", SlotEmpty, func(f *slotFrame) { f.Dragged(&fyne.DragEvent{}); f.DragEnd() }, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, calls, _ := watched(t, SlotValue{State: tc.state})
			tc.do(s.frame)
			if n := len(calls); tc.want == "" && n > 0 || tc.want != "" && (n != 1 || calls[tc.want] != 1) {
				t.Errorf("%v, want %q", calls, tc.want)
			}
		})
	}
}

func TestSlotPassesOtherShortcutsToTheWindow(t *testing.T) {
	s, calls, w := watched(t, SlotValue{})
	send := &desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierControl}
	sent := 0
	w.Canvas().AddShortcut(send, func(fyne.Shortcut) { sent++ })
	s.frame.keys.TypedShortcut(send)
	if _, ok := w.Canvas().(fyne.Shortcutable); ok && sent != 1 {
		t.Errorf("the window saw %d", sent)
	}
	if len(calls) > 0 {
		t.Errorf("%v", calls)
	}
}

func TestSlotTakesATypedAddress(t *testing.T) {
	s, calls, w := watched(t, SlotValue{})
	w.Canvas().Focus(s.Frame())
	s.frame.keys.TypedKey(key(fyne.KeyReturn))
	if !s.Typing() || w.Canvas().Focused() != s.frame.address {
		t.Fatal("Enter opened no field")
	}
	test.Type(s.frame.address, "bad")
	s.frame.address.TypedKey(key(fyne.KeyReturn))
	if !s.Typing() || calls["text bad"] != 1 || !s.frame.address.Failed() ||
		s.caption.text.Text() != "http or https address only" {
		t.Fatalf("a refusal: %v", calls)
	}
	s.frame.address.SetText(" https://a.example/x?sig=a%2Fb ")
	if s.frame.address.Failed() {
		t.Error("the refusal stayed")
	}
	s.frame.address.TypedKey(key(fyne.KeyReturn))
	if s.Typing() || calls["text https://a.example/x?sig=a%2Fb"] != 1 || w.Canvas().Focused() != s.Frame() {
		t.Errorf("after the address: %v, typing %v", calls, s.Typing())
	}
	s.frame.keys.TypedRune('h')
	if !s.Typing() || s.frame.address.Text != "h" {
		t.Error("a letter began no address")
	}
	s.frame.address.TypedKey(key(fyne.KeyEscape))
	if s.Typing() || w.Canvas().Focused() != s.Frame() {
		t.Error("Esc left the field open")
	}
}

func TestSlotOffTakesNothing(t *testing.T) {
	s, calls, w := watched(t, SlotValue{})
	w.Canvas().Focus(s.Frame())
	s.Type("https://")
	s.Set(SlotValue{State: SlotOff, Words: "Choose a first frame first"})
	if s.Typing() || s.frame.words.Text() != "Choose a first frame first" || w.Canvas().Focused() == s.Frame() {
		t.Error("off, but still in use")
	}
	s.frame.Tapped(&fyne.PointEvent{})
	s.frame.keys.TypedKey(key(fyne.KeyReturn))
	s.frame.keys.TypedRune('h')
	if s.Typing() || w.Canvas().Focused() == s.Frame() || len(calls) > 0 {
		t.Errorf("a slot that is off reacts: %v", calls)
	}
}

func TestSlotShowsWhatADropWouldDoAndForgetsIt(t *testing.T) {
	s, _, _ := watched(t, SlotValue{State: SlotFilled, Picture: dusk(4, 4), Caption: "img.gateway.net",
		Life: "21 h left"})
	s.SetOver(&SlotValue{State: SlotAccepts, Words: "Drop to use as first frame", Detail: "a.png"})
	if !s.Over() || s.frame.words.Text() != "Drop to use as first frame" || !s.frame.icon.Visible() ||
		s.caption.life.Visible() {
		t.Error("a drop is not announced")
	}
	if stroke := outlineOf(s); stroke != themeColor(resources.Accent) {
		t.Errorf("outline %v", stroke)
	}
	s.SetOver(nil)
	if s.Over() || s.frame.words.Visible() || s.caption.life.Text() != "21 h left" || s.Value().State != SlotFilled {
		t.Error("the slot's own value did not come back")
	}
}

func outlineOf(s *Slot) color.Color {
	return s.frame.outline.StrokeColor
}

func TestSlotIconsFollowTheState(t *testing.T) {
	for _, tc := range []struct {
		state                    SlotState
		look, replace, kb, clear bool
	}{
		{SlotEmpty, false, false, true, false},
		{SlotOff, false, false, false, false},
		{SlotRefuses, false, false, false, true},
		{SlotLoading, true, true, false, true},
		{SlotFilled, true, true, false, true},
		{SlotDead, true, true, false, true},
		{SlotUploading, true, true, false, true},
	} {
		s, _, _ := watched(t, SlotValue{State: tc.state})
		if s.look.Visible() != tc.look || s.replace.Visible() != tc.replace || s.kb.Visible() != tc.kb ||
			s.away.Visible() != tc.clear {
			t.Errorf("state %d: look %v, replace %v, address %v, clear %v", tc.state, s.look.Visible(),
				s.replace.Visible(), s.kb.Visible(), s.away.Visible())
		}
	}
}

// The icon that clears goes with the picture: the keyboard is at what asks for another one then, not at the beginning
// of the window.
func TestAfterClearingTheKeyboardStaysInTheSlot(t *testing.T) {
	s, _, w := watched(t, SlotValue{State: SlotFilled})
	s.OnClear = func() { s.Set(SlotValue{}) }
	w.Canvas().Focus(s.away)
	s.away.OnTapped()
	if w.Canvas().Focused() != s.frame.file {
		t.Errorf("%T has the keyboard", w.Canvas().Focused())
	}
	s.Set(SlotValue{State: SlotFilled}) // undone
	if w.Canvas().Focused() != s.Frame() {
		t.Errorf("after the undo %T has the keyboard", w.Canvas().Focused())
	}
	w.Canvas().Unfocus()
	s.away.OnTapped()
	if w.Canvas().Focused() != s.Frame() { // by a click: Ctrl+Z is about the picture then
		t.Errorf("after a click %T has the keyboard", w.Canvas().Focused())
	}
}

// The icons of a slot stay inside of it, however long its title is: beyond its right edge lies the scroll bar of the
// form.
func TestIconsStayInsideTheSlot(t *testing.T) {
	for _, title := range []string{"Last frame", "Letztes Einzelbild des Clips"} {
		s, _, _ := watched(t, SlotValue{State: SlotFilled})
		s.title.SetText(title)
		s.optional.Objects[0].(*Text).SetText("nach Belieben")
		for _, state := range []SlotState{SlotFilled, SlotEmpty, SlotRefuses} {
			s.Set(SlotValue{State: state})
			for _, icon := range []*Button{s.kb, s.replace, s.look, s.away} {
				if right := icon.Position().X + icon.Size().Width; icon.Visible() && right > s.Size().Width {
					t.Errorf("%q, state %d: an icon ends at %v px of %v", title, state, right, s.Size().Width)
				}
			}
		}
	}
}

// The menu of a slot, by its key or by a click, has what its icons have and the way to the gallery.
func TestTheMenuOfASlot(t *testing.T) {
	s, calls, w := watched(t, SlotValue{State: SlotFilled})
	s.frame.keys.TypedKey(key(desktop.KeyMenu))
	if w.Canvas().Overlays().Top() == nil {
		t.Error("its key opens no menu")
	}
	for _, item := range s.menu().Items {
		calls[item.Label] = 0
		item.Action()
	}
	want := map[string]int{"View the picture": 0, "look": 1, "Show in the gallery": 0, "asset": 1, "Replace…": 0,
		"gallery": 1, "File…": 0, "file": 1, "Paste": 0, "paste": 1,
		"Type an address": 0, "Clear": 0, "clear": 1}
	if diff := cmp.Diff(want, calls); diff != "" {
		t.Error(diff)
	}
}

func TestSlotKeepsItsHeightWhileItFills(t *testing.T) {
	s, _, _ := watched(t, SlotValue{State: SlotEmpty, Caption: "http or https address only"})
	empty := s.HeightFor(176)
	s.Set(SlotValue{State: SlotFilled, Caption: "img.gateway.net", Life: "21 h left", Note: "1344 × 756, from Gallery"})
	if full := s.HeightFor(176); full != empty {
		t.Errorf("empty %v, filled %v", empty, full)
	}
	if m := s.frame.MinSize(); m != fyne.NewSize(176, 99) {
		t.Errorf("the frame is %v", m)
	}
}

func TestSlotActionsAreFollowed(t *testing.T) {
	s, _, _ := watched(t, SlotValue{})
	followed := ""
	s.OnAction = func(id int) { followed += string(rune(id)) }
	action := func(name string) SlotAction { return SlotAction{int(name[0]), name} }
	s.Set(SlotValue{State: SlotRefuses, Words: "no", Actions: [3]SlotAction{action("a"), action("b")}})
	test.Tap(s.caption.links[1])
	s.Set(SlotValue{State: SlotDead, Caption: "safe", Actions: [3]SlotAction{action("c")}})
	test.Tap(s.caption.links[0])
	if followed != "bc" || s.caption.ways[1].Visible() {
		t.Errorf("followed %q", followed)
	}
}

func TestTabGoesThroughASlot(t *testing.T) {
	s, _, w := watched(t, SlotValue{})
	var order []fyne.Focusable
	for range 4 {
		w.Canvas().FocusNext()
		order = append(order, w.Canvas().Focused())
	}
	if !slices.Equal(order, []fyne.Focusable{s.kb, s.Frame(), s.frame.file, s.frame.gallery}) {
		t.Errorf("%T", order)
	}
	for i := range 3 { // Shift+Tab is the exact reverse
		w.Canvas().FocusPrevious()
		if got, want := w.Canvas().Focused(), order[2-i]; got != want {
			t.Errorf("back: %T, want %T", got, want)
		}
	}
	if covered := apptest.CoveredControls(w.Canvas()); len(covered) > 0 {
		t.Error(covered)
	}
}

func TestChoiceListSkipsWhatIsOff(t *testing.T) {
	studio(t, resources.Dark)
	l := fitList()
	var changed, taken []int
	l.OnChanged = func(i int) { changed = append(changed, i) }
	l.OnSubmit = func(i int) { taken = append(taken, i) }
	inWindow(t, l, 416, 150)
	l.TypedKey(key(fyne.KeyDown))
	l.TypedKey(key(fyne.KeyDown))
	l.TypedKey(key(fyne.KeyReturn))
	l.TypedKey(key(fyne.KeyUp))
	l.Tapped(&fyne.PointEvent{Position: fyne.NewPos(20, 2*choiceRow+4)})
	l.Tapped(&fyne.PointEvent{Position: fyne.NewPos(20, 4)})
	if len(changed) != 3 || changed[0] != 4 || changed[1] != 1 || changed[2] != 0 || len(taken) != 1 || taken[0] != 4 ||
		l.Selected() != 0 {
		t.Errorf("changed %v, taken %v, selected %d", changed, taken, l.Selected())
	}
}

var _ fyne.Draggable = (*slotFrame)(nil)
var _ fyne.Shortcutable = (*slotKeys)(nil)
