package desktop

import (
	"fmt"
	"os"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// fromPager is the source indication of a request that a person made outside of the window (EWMH 1.5,
// _NET_ACTIVE_WINDOW). Window managers may ignore what an application asks for itself.
const fromPager = 2

// AllowForeground does nothing: only Windows asks the program in front for its leave.
func AllowForeground() {}

// Raise brings a window of this process to the front, also from being minimised. window is its number at the X server;
// 0, and no X server as on Wayland alone, do nothing: the toolkit's own way is all there is.
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
	// Mapping brings a minimised window back (ICCCM 4.1.4); of one that is shown it changes nothing.
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
	// A window manager restacks as it sees fit; without one this is all that does.
	return xproto.ConfigureWindowChecked(x, window, xproto.ConfigWindowStackMode,
		[]uint32{xproto.StackModeAbove}).Check()
}
