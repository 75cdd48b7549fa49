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

// The notification service of freedesktop.org (Desktop Notifications Specification 1.2). Windows and macOS show
// notifications with a constant script, without picture and click. Fyne's own notifications there insert the text into
// the code of a script, which allows injection.
const (
	busName       = "org.freedesktop.Notifications"
	busPath       = dbus.ObjectPath("/org/freedesktop/Notifications")
	onAction      = busName + ".ActionInvoked"
	onClosed      = busName + ".NotificationClosed"
	defaultAction = "default" // the action id of a click on the notification itself
	callTimeout   = 5 * time.Second
	maxNotes      = 64 // clicks on older notifications are ignored
)

// ErrNoNotifier means that there is no notification service, or that it rejected the notification.
var ErrNoNotifier = errors.New("no notification service")

// Note is a notification.
type Note struct {
	Title, Text string
	Picture     image.Image // nil: none
	Activate    func()      // called once, on a goroutine of the notifier, when the user clicks the notification
	Button      string      // label of a button that calls Activate; "": no button
}

// Notifier sends notifications until it is closed. It is safe for concurrent use.
type Notifier struct {
	app, entry string
	dial       func() (*dbus.Conn, error)

	mu        sync.Mutex
	conn      *dbus.Conn // guarded by mu; nil: not connected
	markup    bool       // the service reads texts as markup; guarded by mu
	clickable []sentNote // clickable notifications, oldest first; guarded by mu
	closed    bool       // guarded by mu
	work      sync.WaitGroup
}

type sentNote struct {
	id       uint32
	activate func()
}

// NewNotifier creates a notifier for an app name and the name of its desktop file. It connects when the first note is
// sent.
func NewNotifier(app, entry string) *Notifier {
	return &Notifier{app: app, entry: entry, dial: func() (*dbus.Conn, error) { return dbus.ConnectSessionBus() }}
}

// Send shows a notification. It may block for some seconds. Errors: ErrNoNotifier.
func (n *Notifier) Send(ctx context.Context, note Note) error {
	shower, err := scriptOfNote(runtime.GOOS, os.Getenv("SystemRoot"), n.entry, note.Title, note.Text)
	if err == nil {
		return runNote(ctx, shower)
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.open(ctx); err != nil {
		return fmt.Errorf("%w: %w", ErrNoNotifier, err)
	}
	text := plain(note.Text, maxText)
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
		n.app, uint32(0), n.entry, plain(note.Title, maxTitle), text, []string{defaultAction, note.Button}, hints,
		int32(-1)).Store(&id)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoNotifier, err)
	}
	if len(n.clickable) == maxNotes {
		n.clickable = n.clickable[1:]
	}
	n.clickable = append(n.clickable, sentNote{id, note.Activate})
	return nil
}

// scriptTimeout is the timeout of a notification script. PowerShell takes seconds to start on a busy computer.
const scriptTimeout = 30 * time.Second

func runNote(ctx context.Context, s script) error {
	ctx, cancel := context.WithTimeout(ctx, scriptTimeout)
	defer cancel()
	if err := s.run(ctx); err != nil {
		return fmt.Errorf("%w: %w", ErrNoNotifier, err)
	}
	return nil
}

// open connects to the service, unless connected, and reads its capabilities. Caller holds mu.
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
	n.conn, n.markup, n.clickable = conn, slices.Contains(can, "body-markup"), nil
	n.work.Go(guard.Func("notifications", func() { n.listen(signals) }))
	return nil
}

// listen handles clicks until the connection closes the channel.
func (n *Notifier) listen(signals <-chan *dbus.Signal) {
	for s := range signals {
		if len(s.Body) < 2 {
			continue
		}
		id, ok := s.Body[0].(uint32)
		if !ok || s.Name != onAction && s.Name != onClosed {
			continue
		}
		activate := n.take(id) // a click also closes the notification: the first signal removes it
		if s.Name == onAction && s.Body[1] == defaultAction && activate != nil {
			_ = guard.Run("notification", activate) // a failed callback must not stop the listener
		}
	}
}

// take removes a notification and returns its callback, or nil if it is unknown.
func (n *Notifier) take(id uint32) func() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for i, s := range n.clickable {
		if s.id == id {
			n.clickable = slices.Delete(n.clickable, i, i+1)
			return s.activate
		}
	}
	return nil
}

// Close stops listening. Visible notifications stay.
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

// imageData is a picture in the format of the hint "image-data": D-Bus type (iiibiiay).
type imageData struct {
	Width, Height, Stride int32
	Alpha                 bool
	BitsPerSample         int32
	Channels              int32
	Pixels                []byte // RGBA rows from the top, not premultiplied
}

func dataOf(im image.Image) imageData {
	b := im.Bounds()
	flat := image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(flat, flat.Bounds(), im, b.Min, draw.Src)
	return imageData{int32(b.Dx()), int32(b.Dy()), int32(flat.Stride), true, 8, 4, flat.Pix}
}
