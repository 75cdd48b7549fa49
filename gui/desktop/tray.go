package desktop

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image/png"
	"runtime"
	"slices"
	"sync"

	"fyne.io/systray"
	"github.com/boxes-ltd/imaging"

	"viviscope/client/guard"
)

// TrayItem is one line of the menu. The zero value is a line between two groups.
type TrayItem struct {
	Word   string
	Box    bool   // a box before the word, which may be ticked
	Ticked bool   // only with Box
	Do     func() // run by the post function; nil: it only says something
}

// Tray is the program's icon among those of the system, with a menu: the Status Notifier Item specification on Linux,
// the notification area of Windows, the menu bar of macOS. The toolkit has the same icon, but only a menu that it is
// given before its window runs ever appears on Linux: what a person switches on later would hide the window for good. A
// process has one, which stays until Close. Safe for concurrent use.
type Tray struct {
	title   string
	picture []byte
	tapped  func()
	post    func(func())

	begin   sync.Once
	changed chan struct{} // the newest items are to be shown
	gone    chan struct{}
	filled  chan struct{} // closed once the icon has its picture and menu
	stop    func()        // ends what begin started; set before filled is closed

	mu    sync.Mutex
	items []TrayItem // guarded by mu
}

// NewTray describes the icon: its title for people, a picture in PNG, its menu, and what a click on the icon itself
// does, where the system tells the two apart. Nothing appears before Show. post runs a function on the window's
// goroutine, later.
func NewTray(title string, picture []byte, items []TrayItem, tapped func(), post func(func())) *Tray {
	return &Tray{title: title, picture: picture, items: items, tapped: tapped, post: post,
		changed: make(chan struct{}, 1), gone: make(chan struct{}), filled: make(chan struct{})}
}

// Show shows the icon for the rest of the program's life, and returns at once. Window's goroutine, which on macOS and
// Windows is the one that such an icon must come from.
func (i *Tray) Show() {
	i.begin.Do(func() {
		systray.SetOnTapped(func() { i.post(i.tapped) })
		start, stop := systray.RunWithExternalLoop(i.ready, nil)
		i.stop = stop
		if !pictureFirst {
			start()
			return
		}
		guard.Go("tray", func() { // a session's bus may take its time to answer
			i.setPicture()
			start()
		})
	})
}

// Set changes what a line of the menu says.
func (i *Tray) Set(n int, word string, ticked bool) {
	i.mu.Lock()
	i.items[n].Word, i.items[n].Ticked = word, ticked
	i.mu.Unlock()
	select {
	case i.changed <- struct{}{}:
	default: // it will see this
	}
}

// Close takes the icon away. It is called once. An icon that is still appearing goes with the program: it must not find
// its connection closed.
func (i *Tray) Close() {
	close(i.gone)
	select {
	case <-i.filled:
		i.stop()
	default:
	}
}

// pictureFirst says that the icon has its picture and its name before it appears, as the Status Notifier Item needs it:
// what it is told while the library puts it on the bus is lost. Elsewhere an icon must be there to be told.
const pictureFirst = runtime.GOOS != "windows" && runtime.GOOS != "darwin"

// setPicture gives the icon its picture and its name.
func (i *Tray) setPicture() {
	if b, err := forSystem(i.picture); err == nil {
		systray.SetIcon(b)
	}
	if runtime.GOOS != "darwin" { // the menu bar would write it beside the icon
		systray.SetTitle(i.title)
	}
	systray.SetTooltip(i.title)
}

// ready makes the menu, whose first state counts as built when it returns.
func (i *Tray) ready() {
	if !pictureFirst {
		i.setPicture()
	}
	items := i.now()
	lines := make([]*systray.MenuItem, len(items))
	for n, item := range items {
		switch {
		case item.Word == "":
			systray.AddSeparator()
			continue
		case item.Box:
			lines[n] = systray.AddMenuItemCheckbox(item.Word, "", item.Ticked)
		default:
			lines[n] = systray.AddMenuItem(item.Word, "")
		}
		if item.Do == nil {
			lines[n].Disable()
		} else {
			guard.Go("tray menu", func() { i.listen(lines[n].ClickedCh, item.Do) })
		}
	}
	close(i.filled)
	guard.Go("tray menu", func() { i.follow(lines, items) })
}

func (i *Tray) now() []TrayItem {
	i.mu.Lock()
	defer i.mu.Unlock()
	return slices.Clone(i.items)
}

// follow keeps what is shown equal to what is wanted. Only what changed is written: each change is a word to the
// system, which may wait for the session's bus.
func (i *Tray) follow(lines []*systray.MenuItem, was []TrayItem) {
	for {
		select {
		case <-i.gone:
			return
		case <-i.changed:
		}
		items := i.now()
		for n, item := range items {
			if item.Word != was[n].Word {
				lines[n].SetTitle(item.Word)
			}
			switch {
			case item.Ticked == was[n].Ticked:
			case item.Ticked:
				lines[n].Check()
			default:
				lines[n].Uncheck()
			}
		}
		was = items
	}
}

// listen does what a line is for whenever it is chosen.
func (i *Tray) listen(chosen <-chan struct{}, do func()) {
	for {
		select {
		case <-i.gone:
			return
		case <-chosen:
			i.post(do)
		}
	}
}

// side is how large the picture is handed over, px: systems scale it down, and send it on as it is.
const side = 64

// forSystem returns a PNG picture as the system takes it: in an icon file on Windows, and else as it is.
func forSystem(picture []byte) ([]byte, error) {
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, fmt.Errorf("read picture of the icon: %w", err)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, imaging.Resize(img, side, side, imaging.Lanczos)); err != nil {
		return nil, fmt.Errorf("write picture of the icon: %w", err)
	}
	if runtime.GOOS == "windows" {
		return append(iconHead(out.Len()), out.Bytes()...), nil
	}
	return out.Bytes(), nil
}

// iconHead is what stands before one PNG picture in an icon file (ICONDIR and ICONDIRENTRY).
func iconHead(size int) []byte {
	const head = 22 // bytes
	// one icon of one plane with 32 bits a pixel
	b := []byte{0, 0, 1, 0, 1, 0, side, side, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, head, 0, 0, 0}
	binary.LittleEndian.PutUint32(b[14:], uint32(size))
	return b
}
