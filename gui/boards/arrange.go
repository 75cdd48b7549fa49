package boards

import (
	"fmt"
	"hash/fnv"

	"viviscope/db/boards"
	"viviscope/gui/widgets"
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
	kind   int
	at     int    // of a shot or keyframe: its index in the board
	number int    // of a shot or keyframe
	id     string // of a shot or keyframe, which can be selected
	next   int    // index of the shot that comes next
	seam   bool   // the control of the seam before that shot stands here
	begins bool   // of a keyframe: the shot that comes next begins with it
	ends   bool   // of a keyframe: the shot before ends with it
	first  string // of what adds a shot: the keyframe that it begins with
	last   string // and the one that it ends with
	row    int

	x, y, w, h float32
}

// width is that of a piece in a look, px.
func (p piece) width() float32 {
	return resources.Scaled([...]float32{shotPiece: shotWidth, framePiece: frameWide, boxPiece: frameWide, cutPiece: cutWide, addPiece: addWide}[p.kind])
}

// key is what its cell is kept by. A keyframe may stand twice.
func (p piece) key(b boards.Board) int64 {
	next := ""
	if p.next < len(b.Shots) {
		next = b.Shots[p.next].ID
	}
	h := fnv.New64a()
	fmt.Fprint(h, p.kind, p.id, " ", next, " ", p.first)
	return int64(h.Sum64())
}

// pieces lists what stands in the strip of a board.
func pieces(b boards.Board) (list []piece) {
	used := map[string]bool{}
	for _, s := range b.Shots {
		used[s.First], used[s.Last] = true, true
	}
	shots := 0 // that stand there already
	add := func(first, last string) {
		list = append(list, piece{kind: addPiece, next: shots, first: first, last: last})
	}
	separate := func() { // a Cut stands behind its shot and the keyframe that ends it
		if shots > 0 && shots < len(b.Shots) && b.Seam(shots-1) == boards.Cut {
			list = append(list, piece{kind: cutPiece, next: shots, seam: true})
		}
	}
	cards, loose := b.Strip(), ""
	for i, c := range cards {
		if c.Shot >= 0 {
			if shots > 0 && b.Seam(shots-1) == boards.Continue {
				list = append(list, piece{kind: boxPiece, next: shots, seam: true})
			}
			list = append(list, piece{kind: shotPiece, at: c.Shot, number: c.Number, id: b.Shots[c.Shot].ID, next: c.Shot + 1})
			if shots++; b.Shots[c.Shot].Last == "" {
				separate()
			}
			continue
		}
		f := piece{kind: framePiece, at: c.Frame, number: c.Number, id: b.Frames[c.Frame].ID, next: shots}
		if !used[f.id] {
			if loose == "" {
				add("", f.id)
			}
			loose = f.id
			list = append(list, f)
			next := ""
			if i+1 < len(cards) && cards[i+1].Shot < 0 && !used[b.Frames[cards[i+1].Frame].ID] {
				next = b.Frames[cards[i+1].Frame].ID
			} else {
				loose = ""
			}
			add(f.id, next)
			continue
		}
		before := i > 0 && cards[i-1].Shot >= 0 && b.Shots[cards[i-1].Shot].Last == f.id
		after := i+1 < len(cards) && cards[i+1].Shot >= 0 && b.Shots[cards[i+1].Shot].First == f.id
		f.ends, f.begins, f.seam = before, after, before && after
		list = append(list, f)
		if before && !after {
			separate()
		}
	}
	if n := len(list); n > 0 && list[n-1].kind != addPiece {
		add("", "")
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
		return before.kind == cutPiece || before.kind == shotPiece || before.kind == addPiece
	}
	return false
}

// spots are the places of the pieces for the plane. A link line lies in the gaps beside a keyframe, whose cell has these too.
func spots(list []piece, b boards.Board) []widgets.Spot {
	out := make([]widgets.Spot, len(list))
	for i, p := range list {
		out[i] = widgets.Spot{Key: p.key(b), Kind: p.kind, X: p.x, Y: p.y, W: p.w, H: p.h}
		if p.kind == framePiece || p.kind == boxPiece || p.kind == cutPiece {
			out[i].X, out[i].W = p.x-itemGap, p.w+2*itemGap
		}
	}
	return out
}
