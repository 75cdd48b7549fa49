package systemtray

import (
	"runtime"
	"sync"

	"fyne.io/systray"
)

// Item is one line of the menu. The zero value is a line between two groups.
type Item struct {
	Word     string
	Disabled bool
	Box      bool // a box before the word, which may be ticked
	Ticked   bool
	Do       func() // run by the post function; nil: nothing
}

// Icon is the program's icon. A process has one, which stays until Close. Safe for concurrent use.
type Icon struct {
	title   string
	picture []byte
	post    func(func())

	begin   sync.Once
	end     sync.Once
	changed chan struct{} // the newest items are to be shown
	gone    chan struct{}
	filled  chan struct{} // closed once the icon has its picture and menu

	mu     sync.Mutex
	items  []Item
	tapped func()
	stop   func() // ends what begin started

	shown []*systray.MenuItem // as items were when they were last shown, nil for a line; of the goroutine of follow
	was   []Item
	left  chan struct{} // closed when shown is replaced
}

// New describes the icon: its title for people and a picture in PNG. Nothing appears before Show. post runs a function on the window's
// goroutine, later.
func New(title string, picture []byte, post func(func())) *Icon {
	return &Icon{title: title, picture: picture, post: post, changed: make(chan struct{}, 1), gone: make(chan struct{}), filled: make(chan struct{}), left: make(chan struct{})}
}

// Show shows the icon with these items; a later call changes them. tapped is what a click on the icon itself does, where the system tells
// the two apart. It returns at once. Window's goroutine, which on macOS and Windows is the one that such an icon must come from.
func (i *Icon) Show(items []Item, tapped func()) {
	i.mu.Lock()
	i.items, i.tapped = items, tapped
	i.mu.Unlock()
	select {
	case i.changed <- struct{}{}:
	default: // it will see these
	}
	i.begin.Do(func() {
		systray.SetOnTapped(i.tap)
		start, stop := systray.RunWithExternalLoop(i.ready, nil)
		i.mu.Lock()
		i.stop = stop
		i.mu.Unlock()
		if !dressedFirst {
			start()
			return
		}
		go func() { // a session's bus may take its time to answer
			i.dress()
			start()
		}()
	})
}

// Shown reports whether Show was called.
func (i *Icon) Shown() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.items != nil
}

// Close takes the icon away for the rest of the program's life. One that is still appearing goes with the program.
func (i *Icon) Close() {
	i.end.Do(func() {
		close(i.gone)
		select {
		case <-i.filled:
		default:
			return // it must not find its connection closed
		}
		i.mu.Lock()
		stop := i.stop
		i.mu.Unlock()
		if stop != nil {
			stop()
		}
	})
}

// dressedFirst says that the icon has its picture and its name before it appears, as the Status Notifier Item needs it: what it is told
// while the library puts it on the bus is lost. Elsewhere an icon must be there to be told.
const dressedFirst = runtime.GOOS != "windows" && runtime.GOOS != "darwin"

// dress gives the icon its picture and its name.
func (i *Icon) dress() {
	if b, err := forSystem(i.picture); err == nil {
		systray.SetIcon(b)
	}
	systray.SetTitle(titleBesideIcon(i.title))
	systray.SetTooltip(i.title)
}

// tap does what a click on the icon is for.
func (i *Icon) tap() {
	i.mu.Lock()
	tapped := i.tapped
	i.mu.Unlock()
	if tapped != nil {
		i.post(tapped)
	}
}

// ready fills the icon, whose first menu counts as built when it returns.
func (i *Icon) ready() {
	if !dressedFirst {
		i.dress()
	}
	i.bring()
	close(i.filled)
	go i.follow()
}

// follow keeps what is shown equal to what is wanted.
func (i *Icon) follow() {
	for {
		select {
		case <-i.gone:
			return
		case <-i.changed:
			i.bring()
		}
	}
}

// bring shows the items that are wanted now. It may wait for the session's bus.
func (i *Icon) bring() {
	i.mu.Lock()
	items := i.items
	i.mu.Unlock()
	if !sameShape(i.was, items) {
		i.build(items)
	}
	for n, item := range items {
		i.write(n, item)
	}
	i.was = items
}

// build makes the lines of the menu anew.
func (i *Icon) build(items []Item) {
	close(i.left)
	i.left = make(chan struct{})
	systray.ResetMenu()
	i.shown, i.was = make([]*systray.MenuItem, len(items)), make([]Item, len(items))
	for n, item := range items {
		switch {
		case item.Word == "":
			systray.AddSeparator()
			continue
		case item.Box:
			i.shown[n] = systray.AddMenuItemCheckbox(item.Word, "", item.Ticked)
		default:
			i.shown[n] = systray.AddMenuItem(item.Word, "")
		}
		i.was[n] = Item{Word: item.Word, Ticked: item.Ticked && item.Box}
		go i.listen(n, i.shown[n].ClickedCh, i.left)
	}
}

// write changes what a line says, and only that: each change is a word to the system.
func (i *Icon) write(n int, item Item) {
	line, was := i.shown[n], i.was[n]
	if line == nil {
		return
	}
	if item.Word != was.Word {
		line.SetTitle(item.Word)
	}
	if item.Ticked != was.Ticked {
		if item.Ticked {
			line.Check()
		} else {
			line.Uncheck()
		}
	}
	if item.Disabled != was.Disabled {
		if item.Disabled {
			line.Disable()
		} else {
			line.Enable()
		}
	}
}

// listen does what line n is for whenever it is chosen, until left is closed.
func (i *Icon) listen(n int, chosen <-chan struct{}, left <-chan struct{}) {
	for {
		select {
		case <-i.gone:
			return
		case <-left:
			return
		case _, there := <-chosen:
			if !there { // the library closes it when it takes the line away
				return
			}
		}
		i.mu.Lock()
		var do func()
		if n < len(i.items) {
			do = i.items[n].Do
		}
		i.mu.Unlock()
		if do != nil {
			i.post(do)
		}
	}
}

// sameShape reports whether two menus have the same lines, whatever they say.
func sameShape(a, b []Item) bool {
	if len(a) != len(b) || len(a) == 0 {
		return false
	}
	for n := range a {
		if (a[n].Word == "") != (b[n].Word == "") || a[n].Box != b[n].Box {
			return false
		}
	}
	return true
}

// titleBesideIcon is the title where the system shows it in a tip only. The menu bar of macOS would write it beside the icon.
func titleBesideIcon(title string) string {
	if runtime.GOOS == "darwin" {
		return ""
	}
	return title
}
