package gallery

import (
	"slices"
	"viviscope/db"
	"viviscope/db/search"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// wall is what the gallery shows: the question, its answer as rows of pictures, and what is selected. It belongs to the window's
// goroutine.
type wall struct {
	*runner
	rows     *kit.JustifiedRows
	asked    question
	model    *model
	state    State
	complete bool      // a reading has ended
	choosing *choosing // nil: nothing is being chosen for another place
	moving   bool      // something is being moved in its album
	pending  []int64   // the IDs of assets to go to once they are read

	showAsked  func()      // shows the question in the search box and the chips
	closeHints func()      // closes the suggestions under the search box
	setState   func(State) // shows the gallery in another state
}

// State is how the gallery is shown. It is stored in the library.
type State struct {
	RowHeight float32      `json:"row_height"` // in pixels of the window; 0: as it comes
	List      bool         `json:"list,omitempty"`
	Order     search.Order `json:"order,omitempty"`
	Costs     bool         `json:"costs,omitempty"` // what each cost is shown on it
}

// settingName is the name of the stored state.
const settingName = "gallery"

func usual() State { return State{RowHeight: kit.TileHeight} }

// ask sets the question and reads its answer. The reading for the question before is cancelled.
func (w *wall) ask(q question) {
	if q != w.asked {
		w.asked = q
		w.showAsked()
		w.refresh()
	}
}

// find asks for a query that a chip made.
func (w *wall) find(q search.Query) {
	asked := w.asked
	asked.text = q.String()
	if _, ok := termOf(q, search.KeyAlbum); !ok && asked.order == search.AsLaidOut {
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

// Focus puts the keyboard on the pictures.
func (w *wall) Focus() { w.focus(w.rows) }

// Show selects assets and scrolls to the first, as when they are chosen on another screen. It reports whether any is in the gallery as
// filtered now; before the first reading they are taken to be.
func (w *wall) Show(ids ...int64) bool {
	w.pending = ids
	return !w.complete || w.goToPending()
}

// goToPending selects what is there of the assets to go to, and scrolls to the first. It reports whether there are any.
func (w *wall) goToPending() bool {
	var places []int
	for _, id := range w.pending {
		if i := w.model.wall.IndexOf(id); i >= 0 {
			places = append(places, i)
		}
	}
	if w.pending = nil; len(places) == 0 {
		return false
	}
	w.rows.Select(slices.Min(places))
	w.rows.SelectThese(places)
	return true
}

// currentID gives the ID of the asset that keys and the detail pane are about; 0: none.
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

// chosen gives the IDs of what is selected, in the order of the wall.
func (w *wall) chosen() []int64 {
	indexes := w.rows.Selected()
	ids := make([]int64, 0, len(indexes))
	for _, i := range indexes {
		ids = append(ids, w.model.rows[i].ID)
	}
	return ids
}

// sum counts items by kind.
type sum struct {
	clips, pictures, starred int
	bytes                    int64
}

// sum adds up what is selected.
func (w *wall) sum() (s sum) {
	for _, i := range w.rows.Selected() {
		r := w.model.rows[i]
		s.bytes += r.Bytes
		if r.Flags&search.FlagClip != 0 {
			s.clips++
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

// dateAt returns when the asset at a place of the wall was made, for the label beside the scroll bar; "" where the order is not that
// of dates.
func (w *wall) dateAt(place int) string {
	if !w.model.asked.dated() {
		return ""
	}
	return lang.Day(w.model.rows[place].At().In(w.d.Now().Location()))
}

func (w *wall) clearQuery() { w.find(search.Query{}) }

// showDuplicates asks for the files that are there more than once.
func (w *wall) showDuplicates() { w.ask(question{order: w.asked.order, duplicates: true}) }

func (w *wall) leaveDuplicates() {
	q := w.asked
	q.duplicates = false
	w.ask(q)
}

// selectDuplicates selects of each file that is there more than once all but the oldest.
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

// goTo goes to an asset; where it is not among what is asked for now, everything is asked for.
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

// term puts a term in the place of all others of its key.
func (w *wall) term(word, key, value string) action.Action {
	t := search.Term{Key: key, Text: value}
	return action.Action{Label: word, On: hasTerm(w.query(), t), Do: func() { w.find(w.query().WithoutKey(key).With(t)) }}
}
