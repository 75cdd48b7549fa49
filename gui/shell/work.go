package shell

import (
	"slices"

	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// work is something long that runs on this computer and ends with the program.
type work struct {
	title, progress string
	open            func()
}

// workList holds the running works. Window's goroutine.
type workList struct {
	list    []*work // the oldest first
	changed func(words string)
}

// add adds a work, which open shows.
func (l *workList) add(title string, open func()) *work {
	w := &work{title: title, open: open}
	l.list = append(l.list, w)
	l.show()
	return w
}

// step replaces the progress text of a work.
func (l *workList) step(w *work, progress string) {
	w.progress = progress
	l.show()
}

// end removes a work.
func (l *workList) end(w *work) {
	l.list = slices.DeleteFunc(l.list, func(o *work) bool { return o == w })
	l.show()
}

// show publishes the text of the newest work, and the number of other works.
func (l *workList) show() {
	words := ""
	if n := len(l.list); n > 0 {
		w := l.list[n-1]
		words = wording.Dotted(w.title, w.progress)
		if n > 1 {
			words = wording.Dotted(words, lang.N("and %s more", "and %s more", n-1, lang.Number(n-1)))
		}
	}
	l.changed(words)
}

// open opens the dialog of the newest work, where it can be cancelled.
func (l *workList) open() {
	if n := len(l.list); n > 0 {
		l.list[n-1].open()
	}
}

// question asks about the works that quitting would cut.
func (l *workList) question() string {
	var titles []string
	for _, w := range l.list {
		titles = append(titles, w.title)
	}
	return lang.L("Not finished yet: %s. Quitting now cancels it; nothing incomplete is kept.",
		wording.Commas(titles...))
}
