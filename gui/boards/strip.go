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
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// strip shows the keyframes and shots of a board in their order, with the seams between them. It is one stop of Tab: arrows go through its
// cards, and all other keys are those of actions.
type strip struct {
	widget.BaseWidget
	b      *board
	ground *widgets.Ground
	plane  *widgets.Plane
	pieces []piece
	ends   map[string]image.Image // the delivered last frames of clips, by their refs; nil: asked for

	focused, pointed bool // it has the keyboard, which a click brought

	mark     *canvas.Rectangle // where what is dragged would go
	dragged  string            // the ID of the shot that is; "": none
	dropShot int               // index of the shot that it would stand before
}

func newStrip(b *board) *strip {
	s := &strip{b: b, ground: widgets.NewGround(resources.BgWindow), ends: map[string]image.Image{}, mark: &canvas.Rectangle{CornerRadius: 1}}
	s.mark.Hide()
	s.plane = widgets.NewPlane(func(kind int) fyne.CanvasObject {
		switch kind {
		case shotPiece:
			return newShotCell(s)
		case framePiece, boxPiece:
			return newFrameCell(s, kind == boxPiece)
		case cutPiece:
			return newCutCell(s)
		}
		return newAddCell(s)
	}, func(i int, cell fyne.CanvasObject) {
		switch p := s.pieces[i]; c := cell.(type) {
		case *shotCell:
			c.bind(p)
		case *frameCell:
			c.bind(p)
		case *cutCell:
			c.seam.bind(p)
		case *addCell:
			c.bind(s, p)
		}
	})
	s.ExtendBaseWidget(s)
	return s
}

func (s *strip) object() fyne.CanvasObject { return s }

// show shows the board as it is now.
func (s *strip) show() {
	if list := pieces(s.b.view.Board); !s.lay(list) {
		s.plane.Update()
	}
}

// lay gives pieces their places, and reports whether any is another one than before.
func (s *strip) lay(list []piece) bool {
	high := arrange(list, s.Size().Width, cardHeight())
	if slices.Equal(list, s.pieces) {
		return false
	}
	s.pieces = list
	s.plane.Set(spots(list, s.b.view.Board), high)
	return true
}

func (s *strip) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Draw(func() fyne.Size { return fyne.NewSize(shotWidth+frameWide+2*stripSide, 40) }, func(size fyne.Size) {
		s.ground.Resize(size)
		s.plane.Object().Resize(size)
		s.lay(pieces(s.b.view.Board))
		s.plane.Repaint()
	}, func() {
		s.lay(pieces(s.b.view.Board))
		s.plane.Repaint()
	}, s.ground, s.plane.Object(), s.mark)
}

// index is the place of the selected card among the pieces, -1: none is.
func (s *strip) index(id string) int {
	return slices.IndexFunc(s.pieces, func(p piece) bool { return p.id != "" && p.id == id })
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

// ringed reports whether the ring of the keyboard is drawn.
func (s *strip) ringed() bool { return s.focused && !s.pointed }

func (s *strip) FocusGained() { s.focused = true; s.plane.Update() }

func (s *strip) FocusLost() { s.focused, s.pointed = false, false; s.plane.Update() }

func (s *strip) TypedRune(rune) {}

// TypedKey goes through the cards, and has what other keys mean done.
func (s *strip) TypedKey(e *fyne.KeyEvent) {
	if s.pointed {
		s.pointed = false
		s.plane.Update()
	}
	at := s.index(s.b.card)
	step := func(by int) {
		for i := at + by; i >= 0 && i < len(s.pieces); i += by {
			if s.pieces[i].id != "" {
				s.b.choose(s.pieces[i].id)
				return
			}
		}
	}
	switch held := widgets.HeldModifiers(); {
	case widgets.OpensMenu(e) && at >= 0:
		p := s.pieces[at]
		from := fyne.CurrentApp().Driver().AbsolutePositionForObject(s)
		s.showMenu(from.AddXY(p.x, p.y-s.plane.Offset()+p.h/2))
	case held == fyne.KeyModifierShift:
		if a, ok := s.b.Keys().Find(s.b.actions(), action.Chord{Key: e.Name, Mod: held}); ok {
			a.Press(e.Name, s.b.Post)
		}
	case e.Name == fyne.KeyLeft:
		step(-1)
	case e.Name == fyne.KeyRight:
		step(1)
	case e.Name == fyne.KeyHome:
		at = -1
		step(1)
	case e.Name == fyne.KeyEnd:
		at = len(s.pieces)
		step(-1)
	case e.Name == fyne.KeyUp && at >= 0:
		s.chooseInRow(s.pieces[at], -1)
	case e.Name == fyne.KeyDown && at >= 0:
		s.chooseInRow(s.pieces[at], 1)
	default:
		if typed := s.b.Canvas().OnTypedKey(); typed != nil {
			typed(e)
		}
	}
}

// chooseInRow selects what lies nearest to a card in the row above or below.
func (s *strip) chooseInRow(from piece, by int) {
	best, least := "", float32(0)
	for _, p := range s.pieces {
		off := max(p.x+p.w/2-from.x-from.w/2, from.x+from.w/2-p.x-p.w/2)
		if p.id != "" && p.row == from.row+by && (best == "" || off < least) {
			best, least = p.id, off
		}
	}
	if best != "" {
		s.b.choose(best)
	}
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
		for i, a := range s.seams(n) {
			a.Line = i == 0
			list = append(list, a)
		}
	}
	widgets.ShowMenu(s.b.Canvas(), action.Menu(s.b.Keys().Now(list), s.b.Post), at)
}

// seam is the index of the seam that the selected card has a part in: that behind a shot, or the one before the last shot; that at a
// keyframe. -1: none.
func (s *strip) seam() int {
	c, ok := s.b.selected()
	n, last := c.Shot, len(s.b.view.Shots)-2
	if ok && c.Shot < 0 {
		if i := s.index(s.b.card); i >= 0 && (s.pieces[i].begins || s.pieces[i].ends) {
			n = s.pieces[i].next - 1
		}
	}
	if n < 0 || last < 0 {
		return -1
	}
	return min(n, last)
}

// drag follows a shot that is dragged: a mark shows where it would go.
func (s *strip) drag(id string, at fyne.Position) {
	if s.b.view.ShotByID(id) < 0 || s.b.locked() != "" {
		return
	}
	s.dragged = id
	at = at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(s)).AddXY(0, s.plane.Offset())
	var near piece
	found, least := false, float32(0)
	for _, p := range s.pieces {
		if p.kind != shotPiece {
			continue
		}
		dx, dy := p.x+p.w/2-at.X, (p.y+p.h/2-at.Y)*4 // of two rows, the one that the pointer is in
		if off := dx*dx + dy*dy; !found || off < least {
			near, found, least = p, true, off
		}
	}
	x := near.x - itemGap/2 - 1
	if s.dropShot = near.at; at.X > near.x+near.w/2 {
		x, s.dropShot = near.x+near.w+itemGap/2-1, near.at+1
	}
	s.mark.FillColor = theme.Color(resources.Accent)
	widgets.Place(s.mark, x, near.y-s.plane.Offset(), 3, near.h)
	widgets.Show(s.mark, true)
	s.mark.Refresh()
}

// drop moves the shot to where it was let go.
func (s *strip) drop() {
	from := s.b.view.ShotByID(s.dragged)
	id, by := s.dragged, s.dropShot-from
	s.dragged = ""
	widgets.Show(s.mark, false)
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

// cardName is what a card is called: "shot 3", "K4".
func (b *board) cardName(id string) string {
	if i := b.view.ShotByID(id); i >= 0 {
		return lang.L("shot %d", i+1)
	}
	return b.frameName(id)
}

// addShot adds a shot before the one at an index between two keyframes; "" has it take those that stand there. It is selected then.
func (s *strip) addShot(at int, first, last string) {
	id := ""
	s.b.edit(lang.L("add a shot"), func(x *boards.Board) { id = x.AddShot(at, first, last) })
	if id != "" {
		s.b.choose(id)
	}
}

// place is where a new shot would stand behind the selected card, or before it.
func (s *strip) place(before bool) int {
	i := s.index(s.b.card)
	if i < 0 {
		return len(s.b.view.Shots)
	}
	if p := s.pieces[i]; p.kind == shotPiece && before {
		return p.at
	}
	return s.pieces[i].next
}

// remove skips a shot, and takes one that is skipped off the board; a keyframe goes at once.
func (s *strip) remove() {
	id, name := s.b.card, s.b.cardName(s.b.card)
	if shot := s.b.shot(); shot != nil && !shot.Skipped {
		s.skip(true)
		return
	}
	next := s.index(id)
	s.b.edit(lang.L("remove %s", name), func(x *boards.Board) { x.Delete(id) })
	for ; next < len(s.pieces) && s.pieces[next].id == ""; next++ { // what stands there now
	}
	if next < len(s.pieces) {
		s.b.choose(s.pieces[next].id)
	}
}

func (s *strip) skip(on bool) {
	id, name := s.b.card, s.b.cardName(s.b.card)
	what := lang.L("skip %s", name)
	if !on {
		what = lang.L("use %s again", name)
	}
	s.b.edit(what, func(x *boards.Board) { x.Shots[x.ShotByID(id)].Skipped = on })
}
