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

// Sizes of the strip, px. What contains text grows with the text size; pictures keep their size.
const (
	stripTop, stripSide = 12, 16
	rowGap, itemGap     = 10, 6

	shotWidth, shotHeight    = 152, 134
	shotInset                = 6 // from the edge of a card to its picture
	pictureWide, pictureHigh = 140, 79
	frameWide, frameHigh     = 88, 50
	cutWide                  = 48
	addWide                  = 28
	seamTop                  = 91 // from the top of a row to the button of a seam
	seamHigh                 = 28
	pictureMiddle            = shotInset + pictureHigh/2.0
)

// The kinds of pieces in the strip; also those of its cells.
const (
	shotPiece = iota
	framePiece
	boxPiece // the frame that a Continue seam passes on
	cutPiece
	addPiece
)

// piece is an element of the strip and its place.
type piece struct {
	kind         int
	boards.Card         // the shot or keyframe; the others have none
	next         int    // index of the shot that comes next
	seam         bool   // has the button of the seam before that shot
	begins, ends bool   // of a keyframe: the next shot begins with it, the shot before ends with it
	first, last  string // of an addPiece: the keyframes of the shot that it adds
	row          int

	x, y, w, h float32
}

// width returns the width of a piece at the current text size, px. A Cut has room for its name beside its icon.
func (p piece) width() float32 {
	if p.kind == cutPiece {
		word, _, _ := seamWords(boards.Cut, 0)
		return max(resources.Scaled(cutWide), fyne.MeasureText(word, theme.Size(resources.SizeXS),
			fyne.TextStyle{}).Width+resources.Scaled(20))
	}
	return resources.Scaled([...]float32{shotPiece: shotWidth, framePiece: frameWide, boxPiece: frameWide,
		addPiece: addWide}[p.kind])
}

// key identifies the cell of a piece. A keyframe can have two pieces.
func (p piece) key(b boards.Board) int64 {
	next := ""
	if p.next < len(b.Shots) {
		next = b.Shots[p.next].ID
	}
	h := fnv.New64a()
	fmt.Fprint(h, p.kind, p.ID, " ", next, " ", p.first)
	return int64(h.Sum64())
}

// stripPieces returns the pieces of a board. The button of a seam is at the keyframe that ends the shot before,
// whatever the seam is, so that it stays under the pointer that clicks through the kinds.
func stripPieces(b boards.Board) (list []piece) {
	used, cards, shots := map[string]bool{}, b.Strip(), 0 // shots: those in list so far
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
		if ends && !begins && seam(boards.Cut) { // after the shot and the keyframe that ends it
			add(piece{kind: cutPiece, seam: c.Shot >= 0})
		}
	}
	if n := len(list); n > 0 && list[n-1].kind != addPiece {
		add(piece{kind: addPiece})
	}
	return list
}

// arrangePieces places the pieces in rows of a width, and returns the height of all, px; high is that of a row. A row
// breaks before a keyframe or a Continue box, so that a shot stays with its first frame, and before a shot without one.
func arrangePieces(list []piece, width, high float32) float32 {
	x, row := float32(stripSide), 0
	for i := 0; i < len(list); {
		end, need := i+1, list[i].width()
		for end < len(list) && !breaks(list[end-1], list[end]) {
			need += itemGap + list[end].width()
			end++
		}
		if list[i].ends && list[i].seam { // so that it stays when the seam becomes Shared
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

// spots returns the cells of the pieces. The cell of a keyframe includes the gaps beside it, which show its link lines.
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
