//go:build !windows && !darwin

package desktop

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
	"time"
	"unicode"

	"github.com/godbus/dbus/v5"
)

// The dialogs of freedesktop.org (XDG Desktop Portal, FileChooser and Request). Fyne's package portal is not used: it
// decodes a + in a name as a space, waits forever if the portal exits, and crashes if the dialog is closed by its
// frame.
const (
	portalName  = "org.freedesktop.portal.Desktop"
	portalPath  = dbus.ObjectPath("/org/freedesktop/portal/desktop")
	portalFiles = "org.freedesktop.portal.FileChooser"
	portalAsked = "org.freedesktop.portal.Request"
	portalWait  = 5 * time.Second // timeout for the portal's reply, not for the user
	unseen      = time.Second     // a dialog that ends sooner was never visible
)

// Response codes of a portal request.
const (
	filesChosen uint32 = iota
	filesCancelled
	filesEnded // ended otherwise: closed by its frame on some desktops, or never shown
)

// AskFiles shows the desktop's file dialog over a window of this process and returns the chosen paths, or none if the
// user cancelled. window is 0 if its handle is unknown. The dialog closes when ctx ends. Errors: ErrNoFileDialog,
// ctx.Err().
func AskFiles(ctx context.Context, window uintptr, q FileQuestion) ([]string, error) {
	paths, err := askPortal(ctx, window, q)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoFileDialog, err)
	}
	return paths, nil
}

func askPortal(ctx context.Context, window uintptr, q FileQuestion) ([]string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // a portal closes its dialog when the requesting connection closes
	conn, err := dbus.ConnectSessionBus(dbus.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if err := errors.Join(conn.AddMatchSignal(dbus.WithMatchInterface(portalAsked)),
		conn.AddMatchSignal(dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, portalName))); err != nil {
		return nil, err
	}
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals)
	parent := "" // a Wayland window has no id that other processes know
	if window != 0 {
		parent = fmt.Sprintf("x11:%x", window)
	}
	method, options := q.portalOptions()
	soon, stop := context.WithTimeout(ctx, portalWait)
	defer stop()
	var handle dbus.ObjectPath
	if err := conn.Object(portalName, portalPath).CallWithContext(soon, method, 0, parent, q.Title,
		options).Store(&handle); err != nil {
		return nil, err
	}
	for asked := time.Now(); ; {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case s, ok := <-signals:
			switch {
			case !ok:
				return nil, errors.New("the bus ended")
			case s.Path == handle:
				return answered(s.Body, time.Since(asked))
			case s.Name == "org.freedesktop.DBus.NameOwnerChanged" && len(s.Body) == 3 && s.Body[0] == portalName &&
				s.Body[2] == "":
				return nil, errors.New("the portal ended")
			}
		}
	}
}

// portalOptions returns the method and options of the portal request.
func (q FileQuestion) portalOptions() (method string, options map[string]dbus.Variant) {
	options = map[string]dbus.Variant{"modal": dbus.MakeVariant(true),
		"current_folder": dbus.MakeVariant([]byte(q.In + "\x00"))}
	if q.Save != "" {
		options["current_name"] = dbus.MakeVariant(q.Save)
		return portalFiles + ".SaveFile", options
	}
	options["multiple"], options["directory"] = dbus.MakeVariant(q.Many), dbus.MakeVariant(q.Folder)
	if len(q.Endings) > 0 {
		type pattern struct {
			Kind uint32 // 0: glob pattern
			Text string
		}
		type filter struct {
			Name     string
			Patterns []pattern
		}
		f := filter{Name: "*" + strings.Join(q.Endings, ", *")}
		for _, ending := range q.Endings {
			f.Patterns = append(f.Patterns, pattern{Text: "*" + inAnyCase(ending)})
		}
		options["filters"] = dbus.MakeVariant([]filter{f})
	}
	return portalFiles + ".OpenFile", options
}

// inAnyCase returns a case-insensitive glob pattern for an extension, as desktop toolkits write it: .[pP][nN][gG].
func inAnyCase(ending string) string {
	var b strings.Builder
	for _, r := range ending {
		if unicode.IsLetter(r) {
			fmt.Fprintf(&b, "[%c%c]", unicode.ToLower(r), unicode.ToUpper(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// answered parses the response that arrived after some time.
func answered(body []any, after time.Duration) (paths []string, err error) {
	var how uint32
	var values map[string]dbus.Variant
	if err := dbus.Store(body, &how, &values); err != nil {
		return nil, err
	}
	switch {
	case how == filesCancelled, how == filesEnded && after > unseen:
		return nil, nil
	case how != filesChosen:
		return nil, errors.New("the dialog ended by itself")
	}
	uris, ok := values["uris"].Value().([]string)
	if !ok {
		return nil, errors.New("the portal names no files")
	}
	for _, uri := range uris {
		u, err := url.Parse(uri)
		if err != nil || u.Scheme != "file" || !path.IsAbs(u.Path) {
			return nil, fmt.Errorf("%q is no file of this computer", uri)
		}
		paths = append(paths, u.Path)
	}
	return paths, nil
}
