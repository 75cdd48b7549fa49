package boards

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"viviscope/db/boards"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// cardStrip shows the keyframes and shots of a board in their order, with the seams between them. It is one Tab stop:
// the arrow keys move between its cards, and all other keys run actions.
type cardStrip struct {
	widget.BaseWidget
	m      *boardModel
	keys   stripKeys
	plane  *kit.Plane
	pieces []piece

	focused bool
	clicked bool // a click gave it the focus, so that no ring is shown

	mark     *canvas.Rectangle // where the dragged shot would be dropped
	dragged  string            // ID of the shot that is dragged; "": none
	dropShot int               // index of the shot that it would be dropped before
}

// stripKeys handles the keys that do not move between cards, and makes the menu of the selected card.
type stripKeys interface {
	doKey(c action.Chord)
	cardMenu() []action.Action
}

// stripCell shows a piece of the strip.
type stripCell interface {
	fyne.CanvasObject
	bind(p piece)
}

func newCardStrip(m *boardModel, keys stripKeys) *cardStrip {
	s := &cardStrip{m: m, keys: keys, mark: &canvas.Rectangle{CornerRadius: 1}}
	s.mark.Hide()
	s.plane = kit.NewPlane(func(kind int) fyne.CanvasObject {
		switch kind {
		case shotPiece:
			return newShotCell(m, s)
		case framePiece, boxPiece:
			return newFrameCell(m, s, kind == boxPiece)
		}
		return newSlimCell(m, kind == cutPiece)
	}, func(i int, o fyne.CanvasObject) { o.(stripCell).bind(s.pieces[i]) })
	s.ExtendBaseWidget(s)
	return s
}

// show shows the document.
func (s *cardStrip) show() {
	list := stripPieces(s.m.view.Board)
	high := arrangePieces(list, s.Size().Width, cardHeight())
	if slices.Equal(list, s.pieces) {
		s.plane.Update()
		return
	}
	s.pieces = list
	s.plane.Set(spots(list, s.m.view.Board), high)
}

// heightFor returns the height of all cards in a width, px.
func (s *cardStrip) heightFor(width float32) float32 {
	list := s.pieces
	if width != s.Size().Width {
		list = slices.Clone(list)
	}
	return arrangePieces(list, width, cardHeight())
}

func (s *cardStrip) CreateRenderer() fyne.WidgetRenderer {
	ground, plane := kit.NewGround(resources.BgWindow), s.plane.Object()
	repaint := func() {
		s.show()
		s.plane.Repaint()
	}
	return kit.Draw(func() fyne.Size { return fyne.NewSize(shotWidth+frameWide+2*stripSide, 40) },
		func(size fyne.Size) {
			ground.Resize(size)
			plane.Resize(size)
			repaint()
		}, repaint, ground, plane, s.mark)
}

// index returns the index of the first piece of a card; -1 if there is none.
func (s *cardStrip) index(id string) int {
	return slices.IndexFunc(s.pieces, func(p piece) bool { return p.ID != "" && p.ID == id })
}

// reveal scrolls to a card.
func (s *cardStrip) reveal(id string) {
	if i := s.index(id); i >= 0 {
		s.plane.Reveal(s.pieces[i].y, s.pieces[i].y+s.pieces[i].h, stripTop)
	}
}

// showsFocus implements [cardEvents].
func (s *cardStrip) showsFocus() bool { return s.focused && !s.clicked }

// cardPressed selects a card that was clicked.
func (s *cardStrip) cardPressed(id string) {
	s.clicked = true
	s.m.Canvas().Focus(s)
	s.m.choose(id)
}

func (s *cardStrip) FocusGained() { s.focused = true; s.plane.Update() }

func (s *cardStrip) FocusLost() { s.focused, s.clicked = false, false; s.plane.Update() }

func (s *cardStrip) TypedRune(rune) {}

// TypedKey moves between the cards, or runs the action of the key.
func (s *cardStrip) TypedKey(e *fyne.KeyEvent) {
	if s.clicked {
		s.clicked = false
		s.plane.Update()
	}
	held, at := kit.HeldModifiers(), s.index(s.m.card)
	switch to := s.beside(e.Name, at); {
	case kit.OpensMenu(e) && at >= 0:
		p := s.pieces[at]
		s.cardMenu(fyne.CurrentApp().Driver().AbsolutePositionForObject(s).AddXY(p.x, p.y-s.plane.Offset()+p.h/2))
	case held == fyne.KeyModifierShift:
		s.keys.doKey(action.Chord{Key: e.Name, Mod: held})
	case to >= 0:
		s.m.choose(s.pieces[to].ID)
	case action.PressedChord(e).Types():
		s.keys.doKey(action.PressedChord(e))
	default:
		if typed := s.m.Canvas().OnTypedKey(); typed != nil {
			typed(e)
		}
	}
}

// beside returns the piece that a key moves to from the piece at; -1 if the key does something else, or there is none.
func (s *cardStrip) beside(key fyne.KeyName, at int) int {
	rows := map[fyne.KeyName]int{fyne.KeyUp: -1, fyne.KeyDown: 1}[key]
	best, least := -1, float32(0)
	for i, p := range s.pieces {
		off := float32(i - at)
		switch {
		case p.ID == "" || rows != 0 && (at < 0 || p.row != s.pieces[at].row+rows):
			continue
		case rows != 0:
			off = max(p.x+p.w/2-s.pieces[at].x-s.pieces[at].w/2, s.pieces[at].x+s.pieces[at].w/2-p.x-p.w/2)
		case key == fyne.KeyRight && i > at, key == fyne.KeyHome:
		case key == fyne.KeyLeft && i < at, key == fyne.KeyEnd:
			off = -off
		default:
			continue
		}
		if best < 0 || off < least {
			best, least = i, off
		}
	}
	return best
}

// AccessibilityLabel returns the name of the strip and the label of the selected card.
func (s *cardStrip) AccessibilityLabel() string {
	words := lang.L("Strip")
	if i := s.index(s.m.card); i >= 0 {
		if cell, ok := s.plane.Cell(s.pieces[i].key(s.m.view.Board)).(interface{ AccessibilityLabel() string }); ok {
			words += ", " + cell.AccessibilityLabel()
		}
	}
	return words
}

func (s *cardStrip) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// cardMenu opens the menu of the selected card.
func (s *cardStrip) cardMenu(at fyne.Position) {
	kit.ShowMenu(s.m.Canvas(), action.Menu(s.keys.cardMenu(), s.m.Post), at)
}

// selectedSeam returns the index of the seam at the selected card; -1 if there is none. For a shot it is the seam after
// it, for the last shot the seam before it.
func (s *cardStrip) selectedSeam() int {
	i, last := s.index(s.m.card), len(s.m.view.Shots)-2
	if i < 0 || last < 0 || s.pieces[i].kind == framePiece && !s.pieces[i].begins && !s.pieces[i].ends {
		return -1
	}
	return min(s.pieces[i].next-1, last)
}

// cardDragged follows a shot that is dragged. A mark shows where it would be dropped.
func (s *cardStrip) cardDragged(id string, at fyne.Position) {
	if s.m.view.ShotByID(id) < 0 || s.m.locked() != "" {
		return
	}
	s.dragged = id
	at = at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(s)).AddXY(0, s.plane.Offset())
	near, least := piece{}, float32(-1)
	for _, p := range s.pieces {
		dx, dy := p.x+p.w/2-at.X, (p.y+p.h/2-at.Y)*4 // prefers the row of the pointer
		if off := dx*dx + dy*dy; p.kind == shotPiece && (least < 0 || off < least) {
			near, least = p, off
		}
	}
	x := near.x - itemGap/2 - 1
	s.dropShot = near.Shot
	if at.X > near.x+near.w/2 {
		x, s.dropShot = near.x+near.w+itemGap/2-1, near.next
	}
	s.mark.FillColor = theme.Color(resources.Accent)
	kit.Place(s.mark, x, near.y-s.plane.Offset(), 3, near.h)
	s.mark.Show()
}

// cardDropped moves the dragged shot.
func (s *cardStrip) cardDropped() {
	from := s.m.view.ShotByID(s.dragged)
	id, by := s.dragged, s.dropShot-from
	s.dragged = ""
	s.mark.Hide()
	if by > 0 {
		by--
	}
	if from >= 0 && by != 0 {
		s.move(id, by)
	}
}

// move moves a shot, or a keyframe that no shot uses.
func (s *cardStrip) move(id string, by int) {
	s.m.edit(lang.L("move %s", s.m.cardName(id)), func(x *boards.Board) { x.Move(id, by) })
	s.reveal(id)
}

// insertIndex returns the index of a new shot behind the selected card, or before it.
func (s *cardStrip) insertIndex(before bool) int {
	switch i := s.index(s.m.card); {
	case i < 0:
		return len(s.m.view.Shots)
	case before && s.pieces[i].kind == shotPiece:
		return s.pieces[i].Shot
	default:
		return s.pieces[i].next
	}
}
