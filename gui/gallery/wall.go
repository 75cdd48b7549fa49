package gallery

import (
	"slices"
	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"

	"fyne.io/fyne/v2"
)

// wall is the content of the gallery: the question, its answer as rows of pictures, and the selection. It belongs to
// the window's goroutine.
type wall struct {
	*runner
	rows     *kit.JustifiedRows
	asked    question
	model    *model
	state    State
	complete bool      // a read has finished
	choosing *choosing // nil: no choice for another screen is in progress
	moving   bool      // a move in an album is being stored
	pending  []int64   // IDs of the assets to select once they are read
	hidden   func()    // the question hides all of the pending assets; may be nil

	showAsked  func()      // shows the question in the search box and the chips
	closeHints func()      // closes the suggestions under the search box
	setState   func(State) // applies another state
}

// State is how the gallery is shown. It is stored in the library.
type State struct {
	RowHeight float32      `json:"row_height"` // px; 0: the default
	List      bool         `json:"list,omitempty"`
	Order     search.Order `json:"order,omitempty"`
	Costs     bool         `json:"costs,omitempty"`     // costs are shown on the pictures
	NoAlbums  bool         `json:"no_albums,omitempty"` // the albums are not shown beside the pictures
}

// settingName is the name of the stored state.
const settingName = "gallery"

func usual() State { return State{RowHeight: kit.TileHeight} }

// ask sets the question and reads its answer. It cancels the read of the last question.
func (w *wall) ask(q question) {
	if q != w.asked {
		w.asked = q
		w.showAsked()
		w.refresh()
	}
}

// find sets the query to one that a chip made.
func (w *wall) find(q search.Query) {
	asked := w.asked
	asked.text = q.String()
	if _, ok := termOf(q, search.KeyAlbum); !ok && asked.order == search.AlbumOrder {
		asked.order = search.Newest
	}
	w.closeHints()
	w.ask(asked)
}

// query returns the parsed question.
func (w *wall) query() search.Query { return w.asked.query() }

// remember changes the state and stores it.
func (w *wall) remember(change func(*State)) {
	s := w.state
	change(&s)
	if s != w.state {
		w.setState(s)
		w.keep(settingName, s)
	}
}

// setLook shows the wall in one of its layouts.
func (w *wall) setLook(look int) { w.remember(func(s *State) { s.List = look == lookList }) }

// Focus gives the pictures the focus.
func (w *wall) Focus() { w.focus(w.rows) }

// andFocus gives the pictures the focus and then does something. A dialog that it opens returns the focus to them.
func (w *wall) andFocus(do func()) {
	w.Focus()
	do()
}

// openMenu opens a menu of actions at a position in the window.
func (w *wall) openMenu(list []action.Action, at fyne.Position) {
	kit.ShowMenu(w.d.Canvas(), action.Menu(list, func(do func()) { w.post(func() { w.andFocus(do) }) }), at)
}

// Show selects assets and scrolls to the first one. It reports whether the gallery shows any of them with the current
// question. Before the first read it returns true.
func (w *wall) Show(ids ...int64) bool {
	w.pending, w.hidden = ids, nil
	return !w.complete || w.goToPending()
}

// Reveal is Show for assets that may have been made after the last read. If they are not among those read, it reads
// again. hidden is called if the question hides all of them.
func (w *wall) Reveal(hidden func(), ids ...int64) {
	if !w.Show(ids...) {
		w.pending, w.hidden = ids, hidden
		w.refresh()
	}
}

// goToPending selects those of the pending assets that are shown, and scrolls to the first one. It reports whether
// there are any.
func (w *wall) goToPending() bool {
	var places []int
	for _, id := range w.pending {
		if i := w.model.wall.IndexOf(id); i >= 0 {
			places = append(places, i)
		}
	}
	hidden := w.hidden
	w.pending, w.hidden = nil, nil
	if len(places) == 0 {
		if hidden != nil {
			hidden()
		}
		return false
	}
	w.rows.Select(slices.Min(places))
	w.rows.SelectThese(places)
	return true
}

// Current returns the ID of the selected asset that has the keys; 0: none.
func (w *wall) Current() int64 { return w.currentID() }

// currentID returns the ID of the asset that keys and the detail pane apply to; 0: none.
func (w *wall) currentID() int64 {
	if w.rows.SelectedCount() == 0 {
		return 0
	}
	i := w.rows.Current()
	if !w.rows.IsSelected(i) {
		i = w.rows.Selected()[0]
	}
	return w.model.rows[i].ID
}

// chosen returns the IDs of the selected assets, in the order of the wall.
func (w *wall) chosen() []int64 {
	indexes := w.rows.Selected()
	ids := make([]int64, 0, len(indexes))
	for _, i := range indexes {
		ids = append(ids, w.model.rows[i].ID)
	}
	return ids
}

// sum counts assets by kind.
type sum struct {
	clips, pictures, starred int
	checked                  int // clips that were checked
	bytes                    int64
}

// sum adds up the selected assets.
func (w *wall) sum() (s sum) {
	for _, i := range w.rows.Selected() {
		r := w.model.rows[i]
		s.bytes += r.Bytes
		if r.Flags&search.FlagClip != 0 {
			s.clips++
			if r.Flags&search.FlagChecked != 0 {
				s.checked++
			}
		} else {
			s.pictures++
		}
		if r.Flags&search.FlagStarred != 0 {
			s.starred++
		}
	}
	return s
}

// words returns the sum as text: "1 clip, 2 pictures · 24.1 MB".
func (s sum) words() string {
	clips := lang.N("%s clip", "%s clips", s.clips, lang.Number(s.clips))
	pictures := lang.N("%s picture", "%s pictures", s.pictures, lang.Number(s.pictures))
	words := clips
	switch {
	case s.clips == 0:
		words = pictures
	case s.pictures > 0:
		words = lang.X("list", "%s, %s", clips, pictures)
	}
	return words + " · " + wording.Bytes(s.bytes)
}

// dateAt returns the date of the asset at a position, for the label beside the scroll bar; "" unless the rows are
// ordered by date.
func (w *wall) dateAt(place int) string {
	if !w.model.asked.dated() {
		return ""
	}
	return lang.Day(w.model.rows[place].At().In(w.d.Now().Location()))
}

func (w *wall) clearQuery() { w.find(search.Query{}) }

// showDuplicates shows the files that exist more than once.
func (w *wall) showDuplicates() { w.ask(question{order: w.asked.order, duplicates: true}) }

func (w *wall) leaveDuplicates() {
	q := w.asked
	q.duplicates = false
	w.ask(q)
}

// selectDuplicates selects all copies of each file except the oldest.
func (w *wall) selectDuplicates() {
	var indexes []int
	i := 0
	for _, n := range w.model.duplicates {
		for k := i + 1; k < i+n; k++ {
			indexes = append(indexes, k)
		}
		i += n
	}
	w.rows.SelectThese(indexes)
	w.Focus()
}

// goTo selects an asset. If the current question does not match it, the question is cleared.
func (w *wall) goTo(a db.Asset) {
	if w.Show(a.ID) {
		w.Focus()
		return
	}
	w.pending = []int64{a.ID}
	w.find(search.Query{})
	w.leaveDuplicates()
	w.Focus()
}

// term returns the action that replaces all terms of a key by one term.
func (w *wall) term(word, key, value string) action.Action {
	t := search.Term{Key: key, Text: value}
	return action.Action{Label: word, On: hasTerm(w.query(), t), Do: func() {
		w.find(w.query().WithoutKey(key).With(t))
	}}
}
