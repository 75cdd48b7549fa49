package boards

import (
	"image"
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

// strip shows the keyframes and shots of a board in their order, with the seams between them. It is one stop of Tab: arrows go through its
// cards, and all other keys are those of actions.
type strip struct {
	widget.BaseWidget
	b      *board
	plane  *kit.Plane
	pieces []piece
	ends   map[string]image.Image // the delivered last frames of clips, by their refs; nil: asked for

	focused, pointed bool // it has the keyboard, which a click brought

	mark     *canvas.Rectangle // where what is dragged would go
	dragged  string            // the ID of the shot that is; "": none
	dropShot int               // index of the shot that it would stand before
}

// cell is what stands in the strip at a piece.
type cell interface {
	fyne.CanvasObject
	bind(p piece)
}

func newStrip(b *board) *strip {
	s := &strip{b: b, ends: map[string]image.Image{}, mark: &canvas.Rectangle{CornerRadius: 1}}
	s.mark.Hide()
	s.plane = kit.NewPlane(func(kind int) fyne.CanvasObject {
		switch kind {
		case shotPiece:
			return newShotCell(s)
		case framePiece, boxPiece:
			return newFrameCell(s, kind == boxPiece)
		}
		return newSlimCell(s, kind == cutPiece)
	}, func(i int, o fyne.CanvasObject) { o.(cell).bind(s.pieces[i]) })
	s.ExtendBaseWidget(s)
	return s
}

// show shows the board as it is now.
func (s *strip) show() {
	list := pieces(s.b.view.Board)
	high := arrange(list, s.Size().Width, cardHeight())
	if slices.Equal(list, s.pieces) {
		s.plane.Update()
		return
	}
	s.pieces = list
	s.plane.Set(spots(list, s.b.view.Board), high)
}

func (s *strip) CreateRenderer() fyne.WidgetRenderer {
	ground, plane := kit.NewGround(resources.BgWindow), s.plane.Object()
	repaint := func() {
		s.show()
		s.plane.Repaint()
	}
	return kit.Draw(func() fyne.Size { return fyne.NewSize(shotWidth+frameWide+2*stripSide, 40) }, func(size fyne.Size) {
		ground.Resize(size)
		plane.Resize(size)
		repaint()
	}, repaint, ground, plane, s.mark)
}

// index is the place of a card among the pieces, -1: it is none of them.
func (s *strip) index(id string) int {
	return slices.IndexFunc(s.pieces, func(p piece) bool { return p.ID != "" && p.ID == id })
}

// reveal brings a card into sight.
func (s *strip) reveal(id string) {
	if i := s.index(id); i >= 0 {
		s.plane.Reveal(s.pieces[i].y, s.pieces[i].y+s.pieces[i].h, stripTop)
	}
}

// pressed selects a card that was clicked.
func (s *strip) pressed(id string) {
	s.pointed = true
	s.b.Canvas().Focus(s)
	s.b.choose(id)
}

func (s *strip) FocusGained() { s.focused = true; s.plane.Update() }

func (s *strip) FocusLost() { s.focused, s.pointed = false, false; s.plane.Update() }

func (s *strip) TypedRune(rune) {}

// TypedKey goes through the cards, and has what other keys mean done.
func (s *strip) TypedKey(e *fyne.KeyEvent) {
	if s.pointed {
		s.pointed = false
		s.plane.Update()
	}
	held, at := kit.HeldModifiers(), s.index(s.b.card)
	switch to := s.beside(e.Name, at); {
	case kit.OpensMenu(e) && at >= 0:
		p := s.pieces[at]
		s.showMenu(fyne.CurrentApp().Driver().AbsolutePositionForObject(s).AddXY(p.x, p.y-s.plane.Offset()+p.h/2))
	case held == fyne.KeyModifierShift:
		s.obey(action.Chord{Key: e.Name, Mod: held})
	case to >= 0:
		s.b.choose(s.pieces[to].ID)
	case action.PressedChord(e).Types():
		s.obey(action.PressedChord(e))
	default:
		if typed := s.b.Canvas().OnTypedKey(); typed != nil {
			typed(e)
		}
	}
}

// obey does the action of a chord that was pressed.
func (s *strip) obey(c action.Chord) {
	if a, ok := action.Find(s.b.actions(), c); ok {
		a.Press(c.Key, s.b.Post)
	}
}

// beside is the piece that a key goes to from one, which may be that; -1: the key means something else, or there is none.
func (s *strip) beside(key fyne.KeyName, at int) int {
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

// AccessibilityLabel returns what the strip is, and the card that the keys go to.
func (s *strip) AccessibilityLabel() string {
	words := lang.L("Strip")
	if i := s.index(s.b.card); i >= 0 {
		if cell, ok := s.plane.Cell(s.pieces[i].key(s.b.view.Board)).(interface{ AccessibilityLabel() string }); ok {
			words += ", " + cell.AccessibilityLabel()
		}
	}
	return words
}

func (s *strip) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// showMenu opens the menu of the selected card.
func (s *strip) showMenu(at fyne.Position) {
	list := s.cardActions()
	if n := s.seam(); n >= 0 {
		seams := s.seams(n)
		seams[0].Line = true
		list = append(list, seams...)
	}
	kit.ShowMenu(s.b.Canvas(), action.Menu(list, s.b.Post), at)
}

// seam is the index of the seam that the selected card has a part in: that behind a shot, or the one before the last shot; that at a
// keyframe. -1: none.
func (s *strip) seam() int {
	i, last := s.index(s.b.card), len(s.b.view.Shots)-2
	if i < 0 || last < 0 || s.pieces[i].kind == framePiece && !s.pieces[i].begins && !s.pieces[i].ends {
		return -1
	}
	return min(s.pieces[i].next-1, last)
}

// drag follows a shot that is dragged: a mark shows where it would go.
func (s *strip) drag(id string, at fyne.Position) {
	if s.b.view.ShotByID(id) < 0 || s.b.locked() != "" {
		return
	}
	s.dragged = id
	at = at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(s)).AddXY(0, s.plane.Offset())
	near, least := piece{}, float32(-1)
	for _, p := range s.pieces {
		dx, dy := p.x+p.w/2-at.X, (p.y+p.h/2-at.Y)*4 // of two rows, the one that the pointer is in
		if off := dx*dx + dy*dy; p.kind == shotPiece && (least < 0 || off < least) {
			near, least = p, off
		}
	}
	x := near.x - itemGap/2 - 1
	if s.dropShot = near.Shot; at.X > near.x+near.w/2 {
		x, s.dropShot = near.x+near.w+itemGap/2-1, near.next
	}
	s.mark.FillColor = theme.Color(resources.Accent)
	kit.Place(s.mark, x, near.y-s.plane.Offset(), 3, near.h)
	s.mark.Show()
}

// drop moves the shot to where it was let go.
func (s *strip) drop() {
	from := s.b.view.ShotByID(s.dragged)
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

// move moves a shot or a loose keyframe.
func (s *strip) move(id string, by int) {
	s.b.edit(lang.L("move %s", s.b.cardName(id)), func(x *boards.Board) { x.Move(id, by) })
	s.reveal(id)
}

// place is where a new shot would stand behind the selected card, or before it.
func (s *strip) place(before bool) int {
	switch i := s.index(s.b.card); {
	case i < 0:
		return len(s.b.view.Shots)
	case before && s.pieces[i].kind == shotPiece:
		return s.pieces[i].Shot
	default:
		return s.pieces[i].next
	}
}
