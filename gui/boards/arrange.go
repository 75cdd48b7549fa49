package boards

import (
	"fmt"
	"hash/fnv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"viviscope/db/boards"
	"viviscope/gui/kit"
	"viviscope/resources"
)

// Measures of the strip, px. What holds words grows with the text; pictures keep their size.
const (
	stripTop, stripSide = 12, 16
	rowGap, itemGap     = 10, 6

	shotWidth, shotHeight    = 152, 134
	shotInset                = 6 // from the edge of a card to its picture
	pictureWide, pictureHigh = 140, 79
	frameWide, frameHigh     = 88, 50
	cutWide                  = 48
	addWide                  = 28
	seamTop                  = 91 // of a row to the control of a seam
	seamHigh                 = 28
	pictureMiddle            = shotInset + pictureHigh/2.0
)

// What stands in the strip; also the kinds of its cells.
const (
	shotPiece = iota
	framePiece
	boxPiece // the frame that a Continue seam will have
	cutPiece
	addPiece
)

// piece is something that stands in the strip, and where.
type piece struct {
	kind         int
	boards.Card         // of a shot or keyframe, which can be selected
	next         int    // index of the shot that comes next
	seam         bool   // the control of the seam before that shot stands here
	begins, ends bool   // of a keyframe: the shot that comes next begins with it, the shot before ends with it
	first, last  string // of what adds a shot: the keyframes that it begins and ends with
	row          int

	x, y, w, h float32
}

// width is that of a piece in a look, px. A Cut has room for its word, in small letters beside its icon.
func (p piece) width() float32 {
	if p.kind == cutPiece {
		word, _, _ := seamWords(boards.Cut, 0)
		return max(resources.Scaled(cutWide), fyne.MeasureText(word, theme.Size(resources.SizeXS), fyne.TextStyle{}).Width+resources.Scaled(20))
	}
	return resources.Scaled([...]float32{shotPiece: shotWidth, framePiece: frameWide, boxPiece: frameWide, addPiece: addWide}[p.kind])
}

// key is what its cell is kept by. A keyframe may stand twice.
func (p piece) key(b boards.Board) int64 {
	next := ""
	if p.next < len(b.Shots) {
		next = b.Shots[p.next].ID
	}
	h := fnv.New64a()
	fmt.Fprint(h, p.kind, p.ID, " ", next, " ", p.first)
	return int64(h.Sum64())
}

// pieces lists what stands in the strip of a board. The control of a seam stands at the keyframe that ends the shot before, whatever the
// seam is: so it stays under the pointer that clicks through the kinds.
func pieces(b boards.Board) (list []piece) {
	used, cards, shots := map[string]bool{}, b.Strip(), 0 // shots: that stand there already
	for _, s := range b.Shots {
		used[s.First], used[s.Last] = true, true
	}
	loose := func(i int) bool { return i >= 0 && i < len(cards) && cards[i].Shot < 0 && !used[cards[i].ID] }
	shot := func(i int) (s boards.Shot) {
		if i >= 0 && i < len(cards) && cards[i].Shot >= 0 {
			s = b.Shots[cards[i].Shot]
		}
		return s
	}
	seam := func(of boards.Seam) bool { return shots > 0 && shots < len(b.Shots) && b.Seam(shots-1) == of }
	add := func(p piece) {
		p.next = shots
		list = append(list, p)
	}
	for i, c := range cards {
		ends, begins := shot(i-1).Last == c.ID, shot(i+1).First == c.ID
		switch {
		case c.Shot >= 0:
			if seam(boards.Continue) {
				add(piece{kind: boxPiece, seam: b.Shots[shots-1].Last == ""})
			}
			shots++
			add(piece{kind: shotPiece, Card: c})
			ends = b.Shots[c.Shot].Last == ""
		case used[c.ID]:
			add(piece{kind: framePiece, Card: c, ends: ends, begins: begins, seam: ends && shots < len(b.Shots)})
		default:
			if !loose(i - 1) {
				add(piece{kind: addPiece, last: c.ID})
			}
			add(piece{kind: framePiece, Card: c})
			to := piece{kind: addPiece, first: c.ID}
			if loose(i + 1) {
				to.last = cards[i+1].ID
			}
			add(to)
		}
		if ends && !begins && seam(boards.Cut) { // behind its shot and the keyframe that ends it
			add(piece{kind: cutPiece, seam: c.Shot >= 0})
		}
	}
	if n := len(list); n > 0 && list[n-1].kind != addPiece {
		add(piece{kind: addPiece})
	}
	return list
}

// arrange gives the pieces their places in rows of a width, and returns the height of all, px. A row breaks before a keyframe or a
// Continue box, so that a shot stays with its first frame, and before a shot that begins with none.
func arrange(list []piece, width, high float32) float32 {
	x, row := float32(stripSide), 0
	for i := 0; i < len(list); {
		end, need := i+1, list[i].width()
		for end < len(list) && !breaks(list[end-1], list[end]) {
			need += itemGap + list[end].width()
			end++
		}
		if list[i].ends && list[i].seam { // it stays where it is when the seam becomes Shared
			need = max(need, list[i].width()+itemGap+resources.Scaled(shotWidth))
		}
		if x > stripSide && x+need > width-stripSide {
			x, row = stripSide, row+1
		}
		for ; i < end; i++ {
			p := &list[i]
			p.row, p.x, p.y, p.w, p.h = row, x, stripTop+float32(row)*(high+rowGap), p.width(), high
			x += p.w + itemGap
		}
	}
	return stripTop*2 + float32(row)*(high+rowGap) + high
}

// breaks reports whether a row may end between two pieces.
func breaks(before, p piece) bool {
	switch p.kind {
	case framePiece, boxPiece:
		return before.kind != addPiece || before.first != ""
	case addPiece:
		return p.first == "" && p.last != ""
	case shotPiece:
		return before.kind != framePiece && before.kind != boxPiece
	}
	return false
}

// spots are the places of the pieces for the plane. A link line lies in the gaps beside a keyframe, whose cell has these too.
func spots(list []piece, b boards.Board) (out []kit.Spot) {
	for _, p := range list {
		gap := float32(0)
		if p.kind != shotPiece && p.kind != addPiece {
			gap = itemGap
		}
		out = append(out, kit.Spot{Key: p.key(b), Kind: p.kind, X: p.x - gap, Y: p.y, W: p.w + 2*gap, H: p.h})
	}
	return out
}
