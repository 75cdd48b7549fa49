package kit

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"viviscope/gui/lang"
	"viviscope/resources"
)

// sheetWidth is the width of a sheet in px.
const sheetWidth = 448

// Sheet is a modal dialog with one question over the dimmed window. Esc is "decide later"; Enter gives the safe answer.
// If the window is too low, the dialog scrolls. Fyne's dialogs handle neither Esc nor Enter, do not scroll, and are
// centred: their buttons would move when the content changes.
type Sheet struct {
	widget.BaseWidget
	TextRole
	tapKeys
	Default func() // Enter while no control has the focus; nil: nothing
	Send    func() // Ctrl+Enter, once for each press, whatever has the focus; nil: nothing
	// gets keys that neither the sheet nor its focused control uses; nil: they scroll the sheet
	OnKey func(*fyne.KeyEvent)

	canvas   fyne.Canvas
	content  fyne.CanvasObject
	scroll   *Scroll // of the content and the room around it
	onEsc    func()
	width    float32
	before   returnPoint
	shownNow bool
	opened   time.Time
	walked   bool // one of the controls has had the focus

	placedIn fyne.Size // the size of the window when top was chosen
	top      float32

	dim, background *canvas.Rectangle
	drawn           *Drawing
}

// ShowSheet shows content in a sheet of 448 px. onEsc is called after Esc closed it; it may be nil.
func ShowSheet(c fyne.Canvas, content fyne.CanvasObject, onEsc func()) *Sheet {
	return ShowWideSheet(c, sheetWidth, content, onEsc)
}

// ShowWideSheet is ShowSheet with a width in px.
func ShowWideSheet(c fyne.Canvas, width float32, content fyne.CanvasObject, onEsc func()) *Sheet {
	s := &Sheet{canvas: c, content: content, onEsc: onEsc, width: width, before: newReturnPoint(c), shownNow: true,
		opened: SheetClock()}
	s.scroll = NewScroll(NewInset(sheetPad, sheetPad, sheetPad, sheetPad, content))
	s.ExtendBaseWidget(s)
	// the toolkit does not notify it that the focus moves into an overlay
	if keys, ok := s.before.focused.(interface{ release() }); ok {
		keys.release()
	}
	c.Overlays().Add(s)
	s.Resize(c.Size())
	c.Focus(s)
	return s
}

// Answer is a button of a dialog. Do is called after the dialog is closed. If Check is set and returns false, the
// dialog stays open.
type Answer struct {
	Word   string
	Kind   ButtonKind
	Enter  bool // the default button: it has the focus at first, and Enter presses it while no control has the focus
	Cancel bool // Esc presses it; an answer without Do and Check needs no such mark
	Check  func() bool
	Do     func()
}

// cancels reports whether the answer leaves everything as it is.
func (a Answer) cancels() bool { return a.Cancel || a.Do == nil && a.Check == nil }

// Ask shows a dialog: a title, a text, a body with fields, and a row of answers. Text and body are optional. The answer
// that cancels and the one that does what the dialog asks are at the right end, see [NewAnswers]; Esc is the former.
// The latter is the last one that is Primary or Danger, or otherwise the last one.
func Ask(c fyne.Canvas, title, words string, body fyne.CanvasObject, answers ...Answer) *Sheet {
	var s *Sheet
	parts := []fyne.CanvasObject{NewText(title, resources.SizeH2, resources.Text1, true).Wrap(true)}
	if words != "" {
		parts = append(parts, NewText(words, resources.SizeSM, resources.Text2, false).Wrap(true))
	}
	if body != nil {
		parts = append(parts, body)
	}
	var onEsc func()
	var enter, cancel, act *Button
	var others []fyne.CanvasObject
	acts := actOf(answers)
	for i, a := range answers {
		give := func() {
			if a.Check != nil && !a.Check() {
				return
			}
			s.Hide()
			if a.Do != nil {
				a.Do()
			}
		}
		b := NewButton(a.Word, nil, a.Kind, give)
		switch {
		case i == acts:
			act = b
		case a.cancels() && cancel == nil:
			cancel, onEsc = b, a.Do
		default:
			others = append(others, b)
		}
		if a.Enter {
			enter = b
		}
	}
	s = ShowSheet(c, NewColumn(12, append(parts, NewAnswers(cancel, act, others...))...), onEsc)
	if enter != nil {
		s.Default = enter.OnTapped
		c.Focus(enter)
	}
	return s
}

// actOf returns which answer does what the dialog asks; -1 if there is none.
func actOf(answers []Answer) int {
	at := -1
	for i, a := range answers {
		loud := a.Kind == Primary || a.Kind == Danger
		if !a.cancels() && (loud || at < 0 || answers[at].Kind != Primary && answers[at].Kind != Danger) {
			at = i
		}
	}
	return at
}

// NewAnswers makes the row of buttons at the foot of a dialog. Every dialog has the same: the button that does what the
// dialog asks is at the right end, the one that cancels or closes is to the left of it, and others are at the left. All
// may be nil. If there is not enough room for one line, the others have a line of their own.
func NewAnswers(cancel, act *Button, others ...fyne.CanvasObject) *fyne.Container {
	var right []fyne.CanvasObject
	if cancel != nil {
		if act != nil && cancel.kind == Primary { // only the button at the right end stands out
			cancel.SetKind(Plain)
		}
		right = append(right, cancel)
	}
	if act != nil {
		right = append(right, act)
	}
	if len(others) == 0 {
		return NewRow(8, append([]fyne.CanvasObject{NewSpring()}, right...)...)
	}
	return NewBar(8, others, right)
}

// AskName asks for a name; name is the initial value. word is the label of the confirm button.
func AskName(c fyne.Canvas, title, words, name, word string, do func(name string)) {
	AskValidName(c, title, words, name, word, func(string) string { return "" }, do)
}

// AskValidName is AskName with validation: problem returns why a name is refused, or "". An empty name is always
// refused.
func AskValidName(
	c fyne.Canvas, title, words, name, word string, problem func(name string) string, do func(name string),
) {
	entry, why := NewEntry(), NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	entry.SetPlaceHolder(lang.L("Name"))
	entry.SetText(name)
	why.Hide()
	var sheet *Sheet
	mark := func(failed bool, words string) {
		entry.SetFailed(failed)
		why.SetText(words)
		Show(why, words != "")
		sheet.Refresh()
	}
	check := func() bool {
		name := strings.TrimSpace(entry.Text)
		words := problem(name)
		mark(name == "" || words != "", words)
		return !entry.Failed()
	}
	sheet = Ask(c, title, words, NewColumn(4, entry, why), Answer{Word: lang.L("Cancel"), Kind: Plain},
		Answer{Word: word, Kind: Primary, Enter: true, Check: check, Do: func() { do(strings.TrimSpace(entry.Text)) }})
	entry.OnSubmitted = func(string) { sheet.Default() }
	entry.OnChanged = func(string) { mark(false, "") }
	c.Focus(entry)
	entry.TypedShortcut(&fyne.ShortcutSelectAll{})
}

// Hide closes the sheet and restores the focus.
func (s *Sheet) Hide() {
	if !s.shownNow {
		return
	}
	s.shownNow = false
	s.canvas.Overlays().Remove(s)
	s.before.restoreFocus(s.canvas)
}

func (s *Sheet) setReturn(to returnPoint) { s.before = to }

// Shown reports whether the sheet is open.
func (s *Sheet) Shown() bool { return s.shownNow }

// Focus gives the focus to the dialog itself, after the focused control is gone. Tab leads to its controls.
func (s *Sheet) Focus() {
	s.walked = false
	s.canvas.Focus(s)
}

func (s *Sheet) escape() {
	s.Hide()
	if s.onEsc != nil {
		s.onEsc()
	}
}

// MouseDown notes which control has the focus: the toolkit removes it before it reports a click on nothing.
func (s *Sheet) MouseDown(*desktop.MouseEvent) { rememberFocus(s) }

func (s *Sheet) MouseUp(*desktop.MouseEvent) {}

// Tapped keeps a click beside the controls from reaching the window, and returns the focus to the control that had it.
// Without one the sheet takes it, so that Esc and Enter still work.
func (s *Sheet) Tapped(*fyne.PointEvent) {
	FocusBack(s.canvas)
	if s.canvas.Focused() == nil {
		s.Focus()
	}
}

func (s *Sheet) AccessibilityLabel() string { return Words(s.content) }

// FocusGained moves the focus to a control if one has had it before. The sheet handles keys while no control has the
// focus.
func (s *Sheet) FocusGained() {
	if s.walked {
		moveFocus(s.canvas)
	}
}

func (s *Sheet) FocusLost() { s.walked = true; s.release() }

func (s *Sheet) TypedRune(rune) {}

// TypedKey takes Esc and Enter, and hands the others to OnKey.
func (s *Sheet) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyEscape:
		s.escape()
	case fyne.KeyReturn, fyne.KeyEnter:
		if s.press() && s.Default != nil {
			s.Default()
		}
	default:
		s.spare(e)
	}
}

// SheetClock is the time by which sheets know how long they are open. Tests set it.
var SheetClock = time.Now

// settleTime is how long buttons that spend money ignore presses after the dialog opened. Such a press was meant for
// the content before: the second half of a double click, or an impatient second press.
const settleTime = time.Second

func (s *Sheet) isNew() bool { return SheetClock().Sub(s.opened).Abs() < settleTime }

// PressSend handles Ctrl+Enter in the dialog. A key that was already held when the dialog opened is ignored.
func (s *Sheet) PressSend() {
	if keys, ok := s.canvas.Focused().(interface{ press() bool }); ok && keys.press() && s.Send != nil && !s.isNew() {
		s.Send()
	}
}

// spare handles a key that no control of the sheet uses.
func (s *Sheet) spare(e *fyne.KeyEvent) {
	switch {
	case s.OnKey != nil:
		s.OnKey(e)
	case s.drawn.objects[2] == s.scroll: // otherwise it would move the content to its own position
		ScrollBy(s.scroll, e.Name)
	}
}

func (s *Sheet) CreateRenderer() fyne.WidgetRenderer {
	s.dim, s.background = newRectangle(), newRectangle()
	s.drawn = &Drawing{[]fyne.CanvasObject{s.dim, s.background, s.content}, s.least, s.arrange, s.paint}
	s.paint()
	return s.drawn
}

const sheetPad = 16

func (s *Sheet) least() fyne.Size { return fyne.NewSize(s.width, 0) }

func (s *Sheet) arrange(size fyne.Size) {
	Place(s.dim, 0, 0, size.Width, size.Height)
	// the buttons of a longer language need more
	wanted := max(resources.Scaled(s.width), leastWidth(s.content)+2*sheetPad)
	w := min(wanted, size.Width-2*sheetPad)
	h := min(HeightFor(s.content, w-2*sheetPad)+2*sheetPad, size.Height-2*sheetPad)
	x, y := (size.Width-w)/2, s.topFor(size, h)
	Place(s.background, x, y, w, h)
	least := s.content.MinSize().SubtractWidthHeight(w-2*sheetPad+1, h-2*sheetPad+1)
	if least.Width <= 0 && least.Height <= 0 { // a list in it may take the spare room
		s.drawn.objects[2] = s.content
		s.scroll.Hide() // it holds the content too, and would place it at its own position
		Place(s.content, x+sheetPad, y+sheetPad, w-2*sheetPad, h-2*sheetPad)
		return
	}
	s.drawn.objects[2] = s.scroll
	s.scroll.Show()
	Place(s.scroll, x, y, w, h)
	page := s.scroll.Content
	all := page.MinSize().Max(fyne.NewSize(w, h)) // its content may have changed, which the scroller does not check
	page.Resize(all)
	// a page of the same size lays out nothing
	Place(s.content, sheetPad, sheetPad, all.Width-2*sheetPad, all.Height-2*sheetPad)
	Follow(s.scroll, s.content)
}

// topFor returns the top of the sheet for a height. While the window keeps its size the top stays, so that no control
// moves under the pointer when the content changes. A sheet that would leave the window moves up.
func (s *Sheet) topFor(window fyne.Size, height float32) float32 {
	if s.placedIn != window {
		s.placedIn, s.top = window, (window.Height-height)/3
	}
	s.top = max(min(s.top, window.Height-height-sheetPad), sheetPad)
	return s.top
}

func (s *Sheet) paint() {
	setRectangle(s.dim, themeColor(resources.Dim), themeColor(""), 0, 0)
	setRectangle(s.background, themeColor(resources.BgRaised), themeColor(resources.LineStrong), 1, radiusCard)
	s.arrange(s.Size())
}
