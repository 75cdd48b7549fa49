package desktop

import (
	"fmt"
	"os"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// fromPager is the source indication for requests by the user (EWMH 1.5, _NET_ACTIVE_WINDOW). Window managers may
// ignore requests of applications.
const fromPager = 2

// AllowForeground does nothing: only Windows requires it.
func AllowForeground() {}

// Raise raises and restores a window of this process by its X11 window id. It does nothing if window is 0 or there is
// no X server, as on Wayland; the toolkit's own request must suffice there.
func Raise(window uintptr) error {
	if window == 0 || os.Getenv("DISPLAY") == "" {
		return nil
	}
	x, err := connectX()
	if err != nil {
		return fmt.Errorf("raise window: %w", err)
	}
	defer x.Close()
	if err := raise(x, xproto.Window(window)); err != nil {
		return fmt.Errorf("raise window: %w", err)
	}
	return nil
}

func raise(x *xgb.Conn, window xproto.Window) error {
	// Mapping restores a minimised window (ICCCM 4.1.4). It does not affect a mapped one.
	if err := xproto.MapWindowChecked(x, window).Check(); err != nil {
		return err
	}
	const name = "_NET_ACTIVE_WINDOW"
	active, err := xproto.InternAtom(x, false, uint16(len(name)), name).Reply()
	if err != nil {
		return err
	}
	message := xproto.ClientMessageEvent{Format: 32, Window: window, Type: active.Atom,
		Data: xproto.ClientMessageDataUnionData32New([]uint32{fromPager, xproto.TimeCurrentTime, 0, 0, 0})}
	root := xproto.Setup(x).DefaultScreen(x).Root
	if err := xproto.SendEventChecked(x, false, root,
		xproto.EventMaskSubstructureRedirect|xproto.EventMaskSubstructureNotify,
		string(message.Bytes())).Check(); err != nil {
		return err
	}
	// Window managers may ignore the stacking order; without one, only this has an effect.
	return xproto.ConfigureWindowChecked(x, window, xproto.ConfigWindowStackMode,
		[]uint32{xproto.StackModeAbove}).Check()
}
