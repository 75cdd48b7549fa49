package feed

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// source gives the list its cards.
type source struct{ s *Screen }

// NewCell makes an empty card.
func (src *source) NewCell(kind int) fyne.CanvasObject { return newJobCard(src.s, kind == largeCard) }

// Bind fills a card.
func (src *source) Bind(cell fyne.CanvasObject, row widgets.Row) {
	if i, ok := src.s.index[row.ID]; ok {
		cell.(*jobCard).bind(src.s.items[i], src.s.d.Now())
	}
}

// Height measures a card on one that is never shown, and remembers it: breaking words into lines is what costs, and
// the list asks for all rows at every change of one.
func (src *source) Height(row widgets.Row, width float32) float32 {
	s := src.s
	i, ok := s.index[row.ID]
	if !ok {
		return 0
	}
	it, now := s.items[i], s.d.Now()
	link, _ := it.Link(now)
	words := s.d.Live.Words(it.row())
	key := heightKey{
		width: width, text: theme.Size(resources.SizeBody), kind: row.Kind,
		prompt: it.Job.Prompt, why: wording.Trouble(it.Job, now), trouble: it.Trouble, note: it.Warning(now),
		status: len(words.Sentence), state: string(it.Job.State), labels: s.labels(it), link: link, bar: words.Share >= 0,
	}
	if known, ok := s.heights[row.ID]; ok && known.key == key {
		return known.height
	}
	model := s.models[row.Kind]
	if model == nil {
		model = newJobCard(s, row.Kind == largeCard)
		s.models[row.Kind] = model
	}
	model.fill(it, words, now)
	h := model.HeightFor(width)
	s.heights[row.ID] = measured{key, h}
	return h
}

// heightKey is all that the height of a card follows from.
type heightKey struct {
	width, text                        float32
	kind, status                       int
	prompt, why, trouble, note, labels string
	link                               string
	bar                                bool
	state                              string
}

type measured struct {
	key    heightKey
	height float32
}

// labels are the words of all buttons in one.
func (s *Screen) labels(it Item) string {
	var all string
	for _, a := range s.offered(it) {
		all += it.Label(a) + "\n"
	}
	return all
}
