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

// TrayItem is one item of the menu. The zero value is a separator.
type TrayItem struct {
	Label     string
	Checkable bool   // has a check box
	Checked   bool   // the box is checked; only with Box
	OnSelect  func() // runs through the post function; nil: the item is only a label
}

// Tray is the program's icon in the system tray, with a menu: Status Notifier Item on Linux, the notification area of
// Windows, the menu bar of macOS. Fyne has a tray too, but on Linux only a menu that exists before its window runs ever
// appears. If the user enables the tray later, the window would be hidden for good. A process has one tray, which lives
// until Close. Safe for concurrent use.
type Tray struct {
	title   string
	picture []byte
	tapped  func()
	post    func(func())

	begin   sync.Once
	changed chan struct{} // signals that new items must be shown
	gone    chan struct{}
	filled  chan struct{} // closed when the icon has its picture and menu
	stop    func()        // stops the tray library; set before filled is closed

	mu    sync.Mutex
	items []TrayItem // guarded by mu
}

// NewTray creates a tray: its title, a PNG picture, its menu, and the callback for a click on the icon, on systems that
// distinguish it from the menu. Call Show to show it. post runs a function later on the window goroutine.
func NewTray(title string, picture []byte, items []TrayItem, tapped func(), post func(func())) *Tray {
	return &Tray{title: title, picture: picture, items: items, tapped: tapped, post: post,
		changed: make(chan struct{}, 1), gone: make(chan struct{}), filled: make(chan struct{})}
}

// Show shows the icon and returns immediately. Call it on the window goroutine: macOS and Windows require the main
// thread.
func (i *Tray) Show() {
	i.begin.Do(func() {
		systray.SetOnTapped(func() { i.post(i.tapped) })
		start, stop := systray.RunWithExternalLoop(i.ready, nil)
		i.stop = stop
		if !pictureFirst {
			start()
			return
		}
		guard.Go("tray", func() { // the session bus may be slow
			i.setPicture()
			start()
		})
	})
}

// Set changes the label and check mark of item n.
func (i *Tray) Set(n int, word string, ticked bool) {
	i.mu.Lock()
	i.items[n].Label, i.items[n].Checked = word, ticked
	i.mu.Unlock()
	select {
	case i.changed <- struct{}{}:
	default: // a signal is pending already
	}
}

// Close removes the icon. Call it once. It does not stop an icon that is still appearing, which would lose its
// connection; that one ends with the process.
func (i *Tray) Close() {
	close(i.gone)
	select {
	case <-i.filled:
		i.stop()
	default:
	}
}

// pictureFirst reports whether the picture and title must be set before the icon appears. Status Notifier Item needs
// it: changes are lost while the library registers the icon on the bus. Other systems require an existing icon.
const pictureFirst = runtime.GOOS != "windows" && runtime.GOOS != "darwin"

// setPicture sets the picture and the title of the icon.
func (i *Tray) setPicture() {
	if b, err := encodePicture(i.picture); err == nil {
		systray.SetIcon(b)
	}
	if runtime.GOOS != "darwin" { // the menu bar would show it beside the icon
		systray.SetTitle(i.title)
	}
	systray.SetTooltip(i.title)
}

// ready builds the menu.
func (i *Tray) ready() {
	if !pictureFirst {
		i.setPicture()
	}
	items := i.currentItems()
	lines := make([]*systray.MenuItem, len(items))
	for n, item := range items {
		switch {
		case item.Label == "":
			systray.AddSeparator()
			continue
		case item.Checkable:
			lines[n] = systray.AddMenuItemCheckbox(item.Label, "", item.Checked)
		default:
			lines[n] = systray.AddMenuItem(item.Label, "")
		}
		if item.OnSelect == nil {
			lines[n].Disable()
		} else {
			guard.Go("tray menu", func() { i.listen(lines[n].ClickedCh, item.OnSelect) })
		}
	}
	close(i.filled)
	guard.Go("tray menu", func() { i.applyItems(lines, items) })
}

func (i *Tray) currentItems() []TrayItem {
	i.mu.Lock()
	defer i.mu.Unlock()
	return slices.Clone(i.items)
}

// applyItems updates the menu items to match i.items. It writes only changes, because each write may wait for the
// session bus.
func (i *Tray) applyItems(lines []*systray.MenuItem, was []TrayItem) {
	for {
		select {
		case <-i.gone:
			return
		case <-i.changed:
		}
		items := i.currentItems()
		for n, item := range items {
			if item.Label != was[n].Label {
				lines[n].SetTitle(item.Label)
			}
			switch {
			case item.Checked == was[n].Checked:
			case item.Checked:
				lines[n].Check()
			default:
				lines[n].Uncheck()
			}
		}
		was = items
	}
}

// listen calls do for each click on an item.
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

// side is the size of the picture, px. Systems scale it down.
const side = 64

// encodePicture converts a PNG picture for the system: an icon file on Windows, otherwise unchanged.
func encodePicture(picture []byte) ([]byte, error) {
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, fmt.Errorf("read picture of the icon: %w", err)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, imaging.Resize(img, side, side, imaging.Lanczos)); err != nil {
		return nil, fmt.Errorf("write picture of the icon: %w", err)
	}
	if runtime.GOOS == "windows" {
		return append(iconHeader(out.Len()), out.Bytes()...), nil
	}
	return out.Bytes(), nil
}

// iconHeader returns the header of an icon file with one PNG picture (ICONDIR and ICONDIRENTRY).
func iconHeader(size int) []byte {
	const head = 22 // bytes
	// one icon, one plane, 32 bits per pixel
	b := []byte{0, 0, 1, 0, 1, 0, side, side, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, head, 0, 0, 0}
	binary.LittleEndian.PutUint32(b[14:], uint32(size))
	return b
}
