package kit

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"viviscope/gui/apptest"
	"viviscope/resources"
)

// A key that is held down repeats to whatever has the keyboard by then: it presses nothing in a sheet that it has
// opened, nor once more what opened it. A new press does.
func TestAHeldKeyPressesNothingInTheSheetThatItOpens(t *testing.T) {
	studio(t, resources.Dark)
	for _, focus := range []string{"button", "sheet"} {
		var win fyne.Window
		var sheet *Sheet
		opened, answered := 0, 0
		opens := NewButton("Make 2…", nil, Plain, func() {
			opened++
			answer := func() { answered++; sheet.Hide() }
			button := NewButton("Make 2", nil, Plain, answer)
			sheet = ShowSheet(win.Canvas(), button, nil)
			sheet.Default, sheet.Send = answer, answer
			if focus == "button" {
				win.Canvas().Focus(button)
			}
		})
		win = inWindow(t, opens, 800, 600)
		win.Canvas().Focus(opens)
		opens.KeyDown(key(fyne.KeyReturn))
		repeats := func() {
			for range 50 {
				win.Canvas().Focused().TypedKey(key(fyne.KeyReturn))
			}
		}
		repeats()
		if opened != 1 || answered != 0 {
			t.Fatalf("%s: opened %d, answered %d", focus, opened, answered)
		}
		sheet.PressSend()
		if answered != 0 {
			t.Errorf("%s: Ctrl+Enter answered", focus)
		}
		win.Canvas().Focused().(desktop.Keyable).KeyUp(key(fyne.KeyReturn))
		win.Canvas().Focused().(desktop.Keyable).KeyDown(key(fyne.KeyReturn))
		repeats()
		if opened != 1 || answered != 1 {
			t.Errorf("%s: opened %d, answered %d", focus, opened, answered)
		}
	}
}

func TestSheetTakesEscAndEnterAndGivesTheFocusBack(t *testing.T) {
	studio(t, resources.Dark)
	field := NewEntry()
	win := inWindow(t, field, 800, 600)
	win.Canvas().Focus(field)
	escaped, answered := 0, 0
	sheet := ShowSheet(win.Canvas(), NewText("Over this month’s budget", resources.SizeH2, resources.Text1, true),
		func() {
			escaped++
		})
	sheet.Default = func() { answered++ }
	apptest.PressKey(win.Canvas().Focused(), fyne.KeyReturn)
	if answered != 1 || !sheet.Shown() {
		t.Errorf("Enter: %d answers, shown %v", answered, sheet.Shown())
	}
	win.Canvas().Focused().TypedKey(key(fyne.KeyEscape))
	if escaped != 1 || sheet.Shown() || win.Canvas().Overlays().Top() != nil {
		t.Errorf("Esc: %d, shown %v", escaped, sheet.Shown())
	}
	if win.Canvas().Focused() != field {
		t.Errorf("the focus went to %v", win.Canvas().Focused())
	}
}

// The answer that Enter gives has the keyboard and its ring from the start, and Tab goes from one answer to the next.
func TestTheKeyboardOfAQuestionIsInItsAnswers(t *testing.T) {
	studio(t, resources.Dark)
	c := inWindow(t, NewRule(), 800, 600).Canvas()
	Ask(c, "Quit?", "A picture is on its way.", nil, Answer{Word: "Stay", Enter: true}, Answer{Word: "Quit"},
		Answer{Word: "Later"})
	var got []string
	for range 4 {
		b, ok := c.Focused().(*Button)
		if !ok || !b.hasRing() {
			t.Fatalf("%T has the keyboard, after %q", c.Focused(), got)
		}
		got = append(got, b.Text())
		c.FocusNext()
	}
	if strings.Join(got, " ") != "Stay Quit Later Stay" {
		t.Errorf("Tab goes through %q", got)
	}
}

func TestEscInAFieldOfASheetClosesTheSheet(t *testing.T) {
	studio(t, resources.Dark)
	win := inWindow(t, NewRule(), 800, 600)
	for _, inside := range []interface {
		fyne.CanvasObject
		fyne.Focusable
	}{NewEntry(), NewButton("Find it", nil, Plain, nil), NewStepper(1, 3, 1, nil)} {
		sheet := ShowSheet(win.Canvas(), NewColumn(8, inside), nil)
		win.Canvas().Focus(inside)
		inside.TypedKey(key(fyne.KeyEscape))
		if sheet.Shown() {
			t.Errorf("%T swallowed Esc", inside)
		}
	}
}

// A click beside the controls of a sheet takes the focus from them; Esc still closes it.
func TestEscClosesASheetThatWasClickedBesideItsControls(t *testing.T) {
	studio(t, resources.Dark)
	w := inWindow(t, NewText("", resources.SizeBody, resources.Text1, false), 800, 600)
	e := NewEntry()
	s := ShowSheet(w.Canvas(), e, nil)
	w.Canvas().Focus(e)
	s.Tapped(nil)
	if w.Canvas().Focused() != fyne.Focusable(e) {
		t.Error("the sheet took the focus from its field")
	}
	w.Canvas().Unfocus() // as a press on what takes no focus does
	s.Tapped(nil)
	if f := w.Canvas().Focused(); f == nil {
		t.Fatal("the focus is nowhere")
	} else {
		f.TypedKey(key(fyne.KeyEscape))
	}
	if s.Shown() {
		t.Error("Esc left the sheet")
	}
}

func TestSheetIsAsWideAsItShouldBeAndInTheMiddle(t *testing.T) {
	studio(t, resources.Dark)
	win := inWindow(t, NewRule(), 1200, 800)
	words := NewText("The request was sent, but no answer arrived. The service may have accepted and charged it. Viviscope never re-sends automatically.", resources.SizeSM, resources.Text2, false).Wrap(true)
	ShowSheet(win.Canvas(), words, nil)
	if got := words.Size().Width; got != sheetWidth-2*sheetPad {
		t.Errorf("words are %v wide", got)
	}
	at := words.Position()
	if at.X != (1200-sheetWidth)/2+sheetPad {
		t.Errorf("words start at %v", at)
	}
	win.Canvas().Focused().TypedKey(key(fyne.KeyDown))
	if got := words.Position(); got != at {
		t.Errorf("with nothing to scroll, Down moves the words from %v to %v", at, got)
	}
}

func TestPickerByKeyboard(t *testing.T) {
	studio(t, resources.Dark)
	var got []int
	p := NewPicker([]Choice{{Title: "clip-3.0", Words: "3–15 s"}, {Title: "clip-2.6"}, {Title: "clip-o1"}},
		func(i int) {
			got = append(got, i)
		})
	win := inWindow(t, NewRow(0, p), 600, 400)
	win.Canvas().Focus(p)
	p.TypedKey(key(fyne.KeyDown)) // closed: steps
	p.TypedKey(key(fyne.KeySpace))
	panel := win.Canvas().Focused()
	if _, ok := panel.(*Popover); !ok {
		t.Fatalf("the list did not open: %v", panel)
	}
	panel.TypedKey(key(fyne.KeyDown))
	panel.TypedKey(key(fyne.KeyDown)) // stays at the last
	panel.TypedKey(key(fyne.KeyEnter))
	if p.Selected() != 2 || len(got) != 2 || got[0] != 1 || got[1] != 2 {
		t.Errorf("selected %d by %v", p.Selected(), got)
	}
	if win.Canvas().Focused() != p || win.Canvas().Overlays().Top() != nil {
		t.Error("the list did not go away")
	}
	p.Open()
	win.Canvas().Focused().TypedKey(key(fyne.KeyHome))
	win.Canvas().Focused().TypedKey(key(fyne.KeyEscape))
	if p.Selected() != 2 || len(got) != 2 {
		t.Errorf("Esc chose %d", p.Selected())
	}
}

func TestPickerByPointer(t *testing.T) {
	studio(t, resources.Dark)
	p := NewSimplePicker([]string{"¥ CNY", "$ USD"}, nil)
	win := inWindow(t, NewRow(0, p), 600, 400)
	p.Tapped(nil)
	panel := win.Canvas().Overlays().Top().(*Popover)
	panel.content.(*Scroll).Content.(*ChoiceList).OnSubmit(1)
	if p.Selected() != 1 {
		t.Errorf("selected %d", p.Selected())
	}
	p.Tapped(nil)
	win.Canvas().Overlays().Top().(*Popover).Tapped(&fyne.PointEvent{Position: fyne.NewPos(590, 390)})
	if win.Canvas().Overlays().Top() != nil || p.Selected() != 1 {
		t.Error("a click beside the list must only close it")
	}
}

func TestEntryOffersKeysToItsOwnerFirst(t *testing.T) {
	studio(t, resources.Dark)
	e := NewEntry()
	inWindow(t, e, 200, 40)
	taken := 0
	e.OnKey = func(k *fyne.KeyEvent) bool { taken++; return k.Name == fyne.KeyBackspace }
	e.SetText("ab")
	e.TypedKey(key(fyne.KeyBackspace))
	if e.Text != "ab" || taken != 1 {
		t.Errorf("text %q after %d keys", e.Text, taken)
	}
	shortcuts := 0
	e.TakeShortcut(func(fyne.Shortcut) bool { shortcuts++; return true })
	e.TypedShortcut(&fyne.ShortcutSelectAll{})
	if shortcuts != 1 || e.SelectedText() != "" {
		t.Error("the shortcut reached the text")
	}
}

func TestCtrlWithHomeAndEndGoesThroughAWholeText(t *testing.T) {
	studio(t, resources.Dark)
	e := NewEntry()
	e.MultiLine = true
	inWindow(t, e, 200, 120)
	e.SetText("one\ntwo\nthree")
	ctrl := func(k fyne.KeyName, more fyne.KeyModifier) {
		e.TypedShortcut(&desktop.CustomShortcut{KeyName: k, Modifier: fyne.KeyModifierShortcutDefault | more})
	}
	ctrl(fyne.KeyEnd, 0)
	if e.CursorRow != 2 || e.CursorColumn != 5 {
		t.Errorf("Ctrl+End goes to line %d, column %d", e.CursorRow, e.CursorColumn)
	}
	ctrl(fyne.KeyHome, 0)
	if e.CursorRow != 0 || e.CursorColumn != 0 {
		t.Errorf("Ctrl+Home goes to line %d, column %d", e.CursorRow, e.CursorColumn)
	}
	release := apptest.HoldModifiers(fyne.KeyModifierShift)
	e.KeyDown(key(desktop.KeyShiftLeft))
	ctrl(fyne.KeyEnd, fyne.KeyModifierShift)
	if e.SelectedText() != e.Text {
		t.Errorf("Ctrl+Shift+End selects %q", e.SelectedText())
	}
	release() // while a sheet has the keyboard
	e.TypedKey(key(fyne.KeyHome))
	if e.SelectedText() != "" {
		t.Errorf("Home selects %q with a Shift that came up elsewhere", e.SelectedText())
	}
}

func TestFunctionKeysPassThroughAControlToTheWindow(t *testing.T) {
	studio(t, resources.Dark)
	e, b := NewEntry(), NewButton("x", nil, Plain, nil)
	win := inWindow(t, NewColumn(0, e, b), 200, 100)
	var seen []fyne.KeyName
	win.Canvas().SetOnTypedKey(func(k *fyne.KeyEvent) { seen = append(seen, k.Name) })
	e.TypedKey(key(fyne.KeyF1))
	b.TypedKey(key(fyne.KeyF1))
	e.TypedKey(key(fyne.KeyF)) // a letter stays with the text
	if len(seen) != 2 {
		t.Errorf("the window saw %v", seen)
	}
}

func TestHintShowsTheWordOfAnIconButton(t *testing.T) {
	studio(t, resources.Dark)
	b := NewIconButton(resources.IconDice, "New seed", nil)
	content := WithHints(NewRow(8, b))
	layer := content.Objects[1].(*fyne.Container)
	inWindow(t, content, 300, 100)
	b.MouseIn(nil)
	if len(layer.Objects) != 2 {
		t.Fatalf("%d objects on the layer, want plate and word", len(layer.Objects))
	}
	b.MouseOut()
	if len(layer.Objects) != 0 {
		t.Error("the word stayed")
	}
}

func TestACardsSecondLineIsNotCut(t *testing.T) {
	studio(t, resources.Dark)
	const words = "1 key in a file of this account"
	p := NewPicker([]Choice{{Title: "My gateway", Words: words}}, nil).Card(resources.IconPlug)
	p.Resize(fyne.NewSize(152, 48))
	p.Resize(fyne.NewSize(152, p.MinSize().Height))
	var shown []string
	for _, o := range test.WidgetRenderer(p.line.words).Objects() {
		shown = append(shown, strings.TrimSpace(o.(*canvas.Text).Text))
	}
	if strings.Join(shown, " ") != words || len(shown) < 2 {
		t.Errorf("it shows %q", shown)
	}
	if bottom := p.line.words.Position().Y + p.line.words.Size().Height; bottom > p.Size().Height ||
		p.line.title.Position().Y < 0 {
		t.Errorf("the words end at %v of %v", bottom, p.Size().Height)
	}
}

// On a low screen a sheet scrolls: what sends stands at its end, and Tab brings it into sight.
func TestASheetThatIsHigherThanTheWindowScrolls(t *testing.T) {
	studio(t, resources.Dark)
	w := inWindow(t, canvas.NewRectangle(nil), 960, 506)
	column := NewColumn(12)
	for range 40 {
		column.Add(NewText("A row of what would be sent", resources.SizeBody, resources.Text1, false))
	}
	send := NewButton("Send", nil, Plain, nil)
	column.Add(NewRow(8, send))
	s := ShowSheet(w.Canvas(), column, nil)
	eachVisible := func() bool {
		y := fyne.CurrentApp().Driver().AbsolutePositionForObject(send).Y
		return y >= 0 && y+send.Size().Height <= 506
	}
	if eachVisible() {
		t.Fatal("the sheet is not higher than the window")
	}
	w.Canvas().Focus(send)
	if !eachVisible() {
		t.Error("what has the focus is out of sight")
	}
	w.Canvas().Focus(s)
	s.TypedKey(key(fyne.KeyHome))
	if eachVisible() {
		t.Error("Home leaves the sheet at its end")
	}
	s.TypedKey(key(fyne.KeyEnd))
	if !eachVisible() {
		t.Error("End does not show the end of the sheet")
	}
}

// clickAsDriver presses a control as the toolkit's driver does: it takes the focus away before it reports the click.
func clickAsDriver(c fyne.Canvas, b *Button) {
	b.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	c.Unfocus()
	b.MouseUp(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	b.Tapped(&fyne.PointEvent{})
}

// answersOf returns the words of the visible buttons of a dialog, from left to right.
func answersOf(s *Sheet) (words []string) {
	buttons := apptest.Find[*Button](s)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject
	slices.SortFunc(buttons, func(a, b *Button) int { return cmp.Compare(at(a).X, at(b).X) })
	for _, b := range buttons {
		words = append(words, b.Text())
	}
	return words
}

func TestTheAnswersOfAllDialogsHaveOneOrder(t *testing.T) {
	studio(t, resources.Dark)
	c := inWindow(t, NewRule(), 800, 600).Canvas()
	cancel, nothing := Answer{Word: "Cancel", Kind: Primary, Enter: true}, func() {}
	remove, save := Answer{Word: "Remove", Kind: Danger, Do: nothing}, Answer{Word: "Save", Kind: Primary, Do: nothing}
	stay, other := Answer{Word: "Stay", Cancel: true, Do: nothing}, Answer{Word: "Later", Do: nothing}
	for want, answers := range map[string][]Answer{
		"Cancel Remove":     {remove, cancel},
		"Cancel Save":       {cancel, save},
		"Later Cancel Save": {save, other, cancel},
		"Later Stay Remove": {stay, other, remove},
		"Cancel Later":      {other, cancel},
		"Cancel":            {cancel},
	} {
		s := Ask(c, "Sure?", "", nil, answers...)
		if got := strings.Join(answersOf(s), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		for _, b := range apptest.Find[*Button](s) {
			if b.Text() == "Cancel" && len(answers) > 1 && b.kind == Primary {
				t.Errorf("%q: Cancel stands out", want)
			}
		}
		s.Hide()
	}
}

func TestEscIsTheAnswerThatCancels(t *testing.T) {
	studio(t, resources.Dark)
	c := inWindow(t, NewRule(), 800, 600).Canvas()
	stayed, left := 0, 0
	Ask(c, "Quit now?", "", nil, Answer{Word: "Stay", Cancel: true, Enter: true, Do: func() { stayed++ }},
		Answer{Word: "Quit", Kind: Danger, Do: func() { left++ }})
	apptest.PressKey(c.Focused(), fyne.KeyEscape)
	if stayed != 1 || left != 0 || c.Overlays().Top() != nil {
		t.Errorf("stayed %d times, left %d times", stayed, left)
	}
}

// A click takes the focus from where it was. After the dialog or menu that it opened, the focus is there again.
func TestTheFocusReturnsAfterADialogThatAClickOpened(t *testing.T) {
	studio(t, resources.Dark)
	list := NewList(func() int {
		return 3
	}, func() fyne.CanvasObject { return NewRule() }, func(int, fyne.CanvasObject) {})
	opens := NewButton("Album…", nil, Plain, nil)
	c := inWindow(t, container.NewBorder(opens, nil, nil, nil, list), 800, 600).Canvas()
	for name, open := range map[string]func() func(){
		"dialog": func() func() { return ShowSheet(c, NewRule(), nil).Hide },
		"panel":  func() func() { return ShowPopover(c, NewRule(), fyne.Position{}, nil).Hide },
		"menu": func() func() {
			return ShowMenu(c, fyne.NewMenu("", fyne.NewMenuItem("Add", nil)), fyne.Position{}).Hide
		},
	} {
		var hide func()
		opens.OnTapped = func() { hide = open() }
		c.Focus(list)
		clickAsDriver(c, opens)
		if c.Overlays().Top() == nil {
			t.Fatalf("%s: not open", name)
		}
		c.Unfocus() // as a click on one of its buttons
		hide()
		if c.Focused() != fyne.Focusable(list) {
			t.Errorf("%s: %T has the focus", name, c.Focused())
		}
	}
}

func TestAClickOnNothingInADialogKeepsTheFocus(t *testing.T) {
	studio(t, resources.Dark)
	win := inWindow(t, NewEntry(), 800, 600)
	c := win.Canvas()
	send, not := NewButton("Send", nil, Plain, func() {}), NewButton("Do not send", nil, Plain, func() {})
	sheet := ShowSheet(c, NewRow(8, send, not), nil)
	c.Focus(not)
	sheet.MouseDown(&desktop.MouseEvent{})
	c.Unfocus() // as the toolkit does
	sheet.Tapped(nil)
	if c.Focused() != not {
		t.Errorf("the focus went to %T", c.Focused())
	}
	if not.hasRing() {
		t.Error("the click shows a ring")
	}
}

func TestTheSpaceThatClosesADialogIsNotTyped(t *testing.T) {
	studio(t, resources.Dark)
	field := NewEntry()
	win := inWindow(t, field, 800, 600)
	c := win.Canvas()
	c.Focus(field)
	var sheet *Sheet
	closes := NewButton("Close", nil, Plain, func() { sheet.Hide() })
	press := func() {
		space := key(fyne.KeySpace)
		c.Focused().(desktop.Keyable).KeyDown(space)
		c.Focused().TypedKey(space)
		c.Focused().TypedRune(' ')
		c.Focused().(desktop.Keyable).KeyUp(space)
	}
	sheet = ShowSheet(c, closes, nil)
	c.Focus(closes)
	press()
	if c.Focused() != field || field.Text != "" {
		t.Errorf("%T has the focus, the field contains %q", c.Focused(), field.Text)
	}
	press()
	if field.Text != " " {
		t.Errorf("after another press the field contains %q", field.Text)
	}
}
