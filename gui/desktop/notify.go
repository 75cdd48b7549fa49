package desktop

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/godbus/dbus/v5"

	"viviscope/client/guard"
)

// The notification service of the free desktops (Desktop Notifications Specification 1.2). Windows and macOS show notes
// by a constant script, without picture and click: the toolkit's own notifications there put the text into the code of
// a script.
const (
	busName   = "org.freedesktop.Notifications"
	busPath   = dbus.ObjectPath("/org/freedesktop/Notifications")
	onAction  = busName + ".ActionInvoked"
	onClosed  = busName + ".NotificationClosed"
	clicked   = "default" // the action of a click on the notification itself
	noteWait  = 5 * time.Second
	keepNotes = 64 // clicks on older notifications do nothing
)

// ErrNoNotifier means that nothing here shows notifications, or that it did not take one.
var ErrNoNotifier = errors.New("no notification service")

// Note is one notification.
type Note struct {
	Title, Text string
	Picture     image.Image // nil: none
	Activate    func()      // called once, on a goroutine of the notifier, when a person clicks on it
	Button      string      // words Activate, for a notification that shows a button for it
}

// Notifier sends notifications until it is closed. It is safe for concurrent use.
type Notifier struct {
	app, entry string
	dial       func() (*dbus.Conn, error)

	mu     sync.Mutex
	conn   *dbus.Conn // guarded by mu; nil: not tried yet, or lost
	markup bool       // the service reads texts as markup; guarded by mu
	shown  []sent     // what can be clicked on, the oldest first; guarded by mu
	closed bool       // guarded by mu
	work   sync.WaitGroup
}

type sent struct {
	id       uint32
	activate func()
}

// NewNotifier makes a notifier for a program of a name, whose desktop file is called entry. Nothing is opened before
// the first note.
func NewNotifier(app, entry string) *Notifier {
	return &Notifier{app: app, entry: entry, dial: func() (*dbus.Conn, error) { return dbus.ConnectSessionBus() }}
}

// Send shows a note. It may wait for the service for some seconds. Errors: ErrNoNotifier.
func (n *Notifier) Send(ctx context.Context, note Note) error {
	shower, err := scriptOfNote(runtime.GOOS, os.Getenv("SystemRoot"), n.entry, note.Title, note.Text)
	if err == nil {
		return runNote(ctx, shower)
	}
	ctx, cancel := context.WithTimeout(ctx, noteWait)
	defer cancel()
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.open(ctx); err != nil {
		return fmt.Errorf("%w: %w", ErrNoNotifier, err)
	}
	text := plain(note.Text, mostText)
	if n.markup {
		text = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
	}
	hints := map[string]dbus.Variant{"desktop-entry": dbus.MakeVariant(n.entry),
		"category": dbus.MakeVariant("transfer.complete")}
	if note.Picture != nil {
		hints["image-data"] = dbus.MakeVariant(dataOf(note.Picture))
	}
	var id uint32
	err = n.conn.Object(busName, busPath).CallWithContext(ctx, busName+".Notify", 0,
		n.app, uint32(0), n.entry, plain(note.Title, mostTitle), text, []string{clicked, note.Button}, hints,
		int32(-1)).Store(&id)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoNotifier, err)
	}
	if len(n.shown) == keepNotes {
		n.shown = n.shown[1:]
	}
	n.shown = append(n.shown, sent{id, note.Activate})
	return nil
}

// scriptWait bounds how long a script shows a note: PowerShell takes seconds to start on a busy computer.
const scriptWait = 30 * time.Second

func runNote(ctx context.Context, s script) error {
	ctx, cancel := context.WithTimeout(ctx, scriptWait)
	defer cancel()
	if err := s.run(ctx); err != nil {
		return fmt.Errorf("%w: %w", ErrNoNotifier, err)
	}
	return nil
}

// open connects where that was not done yet, and asks the service what it understands. It is called with mu held.
func (n *Notifier) open(ctx context.Context) (err error) {
	if n.closed {
		return errors.New("closed")
	}
	if n.conn != nil && n.conn.Connected() {
		return nil
	}
	conn, err := n.dial()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, conn.Close())
		}
	}()
	var can []string
	if err := conn.Object(busName, busPath).CallWithContext(ctx, busName+".GetCapabilities",
		0).Store(&can); err != nil {
		return err
	}
	if err := conn.AddMatchSignalContext(ctx, dbus.WithMatchInterface(busName),
		dbus.WithMatchObjectPath(busPath)); err != nil {
		return err
	}
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals)
	n.conn, n.markup, n.shown = conn, slices.Contains(can, "body-markup"), nil
	n.work.Go(guard.Func("notifications", func() { n.listen(signals) }))
	return nil
}

// listen acts on clicks until the connection ends, which closes the channel.
func (n *Notifier) listen(signals <-chan *dbus.Signal) {
	for s := range signals {
		if len(s.Body) < 2 {
			continue
		}
		id, ok := s.Body[0].(uint32)
		if !ok || s.Name != onAction && s.Name != onClosed {
			continue
		}
		activate := n.take(id) // a click closes it as well: whichever comes first ends it
		if s.Name == onAction && s.Body[1] == clicked && activate != nil {
			_ = guard.Run("notification", activate) // the next click is still heard
		}
	}
}

// take forgets a note and returns what a click on it does; nil where it is not one of ours.
func (n *Notifier) take(id uint32) func() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for i, s := range n.shown {
		if s.id == id {
			n.shown = slices.Delete(n.shown, i, i+1)
			return s.activate
		}
	}
	return nil
}

// Close ends the listening. What is shown stays shown.
func (n *Notifier) Close() error {
	n.mu.Lock()
	conn := n.conn
	n.conn, n.closed = nil, true
	n.mu.Unlock()
	var err error
	if conn != nil {
		err = conn.Close()
	}
	n.work.Wait()
	return err
}

// imageData is a picture as the hint "image-data" wants it: D-Bus type (iiibiiay).
type imageData struct {
	Width, Height, Stride int32
	Alpha                 bool
	BitsPerSample         int32
	Channels              int32
	Pixels                []byte // rows from the top, R, G, B, A, not premultiplied
}

func dataOf(im image.Image) imageData {
	b := im.Bounds()
	flat := image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(flat, flat.Bounds(), im, b.Min, draw.Src)
	return imageData{int32(b.Dx()), int32(b.Dy()), int32(flat.Stride), true, 8, 4, flat.Pix}
}
