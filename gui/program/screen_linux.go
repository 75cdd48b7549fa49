package program

import (
	"io"
	"os"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// screenSize asks the X server for the size of its screen in px. It is not known where there is none, as on Wayland alone; the
// toolkit itself does not tell.
func screenSize() (width, height int, known bool) {
	if os.Getenv("DISPLAY") == "" {
		return 0, 0, false
	}
	xgb.Logger.SetOutput(io.Discard) // it writes where there is no ~/.Xauthority
	x, err := xgb.NewConn()
	if err != nil {
		return 0, 0, false
	}
	defer x.Close()
	screen := xproto.Setup(x).DefaultScreen(x)
	return int(screen.WidthInPixels), int(screen.HeightInPixels), true
}
