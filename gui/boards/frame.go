package boards

import (
	"cmp"
	"context"
	"log/slog"

	"fyne.io/fyne/v2"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/resources"
)

// Measures of a board, px.
const (
	headerHeight   = 47
	lowFrame       = 700 // a place of less height lies in one
	stripLow       = 100
	footHeight     = 87 // below its line
	inspectorWidth = 336
	inspectorLeast = 280
)

// splitSetting names what is stored of where the parts of a board end.
const splitSetting = "boards.split"

// split is the room that a person gave to two parts, px; 0: as much as they come with.
type split struct{ Player, Inspector float32 }

// boardFrame lays out the parts of a board: header, strip, player and foot, and the inspector beside all of them. In a narrow window the
// inspector lies between header and foot, and only where it was asked for.
type boardFrame struct {
	b      *board
	narrow bool // the window is
	asked  bool // for the inspector, in a narrow window
	known  bool // split was read
	split  split
	below  *kit.Divider // the strip
	beside *kit.Divider // the inspector
}

func newBoardFrame(b *board) *fyne.Container {
	f := &boardFrame{b: b}
	f.below = kit.NewDivider(lang.L("Height of the player"), true, func(by float32) {
		f.split.Player = b.player.content.Size().Height - by
		b.frame.Refresh()
	}, f.keep)
	f.beside = kit.NewDivider(lang.L("Width of the inspector"), false, func(by float32) {
		f.split.Inspector = b.inspector.content.Size().Width - by
		b.frame.Refresh()
	}, f.keep)
	// Tab follows this order: header, strip, player, foot, inspector.
	return &fyne.Container{Layout: f, Objects: []fyne.CanvasObject{kit.NewGround(resources.BgPanel), b.header.column, b.strip,
		b.player.content, kit.NewRule(), b.foot.content, b.inspector.content, f.below, f.beside}}
}

// keep stores where the parts end.
func (f *boardFrame) keep() {
	f.known = true
	now := f.split
	f.b.Go(func(ctx context.Context) {
		if err := f.b.Library.SetSetting(ctx, splitSetting, now); err != nil {
			f.b.Log().Warn("cannot store the split of boards", slog.Any("err", err))
		}
	})
}

// read reads where the parts end, and returns what takes that in on the window's goroutine. It belongs to a goroutine that is not that one.
func (f *boardFrame) read(ctx context.Context) (take func()) {
	var stored split
	if _, err := f.b.Library.Setting(ctx, splitSetting, &stored); err != nil {
		f.b.Log().Warn("cannot read the split of boards", slog.Any("err", err))
	}
	return func() {
		if !f.known {
			f.known, f.split = true, stored
			f.b.frame.Refresh()
		}
	}
}

// toggleInspector shows the inspector in a narrow window, or puts it away.
func (b *board) toggleInspector() {
	f := b.frame.Layout.(*boardFrame)
	f.asked = !f.asked
	b.frame.Refresh()
}

// showInspector shows it there.
func (b *board) showInspector() {
	if f := b.frame.Layout.(*boardFrame); !f.asked {
		b.toggleInspector()
	}
}

func (f *boardFrame) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(o[1].MinSize().Width, headerHeight+1+playerLow+footHeight+stripLow)
}

func (f *boardFrame) Layout(o []fyne.CanvasObject, s fyne.Size) {
	ground, head, strip, player, rule, foot, side := o[0], o[1], o[2], o[3], o[4], o[5], o[6]
	f.narrow = kit.InNarrowWindow(head, s.Width)
	pane := !f.narrow || f.asked
	kit.Show(f.b.inspector.away, f.narrow)
	kit.Show(f.beside, pane)
	kit.Show(side, pane)
	wide := min(max(cmp.Or(f.split.Inspector, inspectorWidth), inspectorLeast), max(s.Width/2, inspectorLeast))
	beside, main := s.Width, s.Width // what header and foot have, and what strip and player have
	if pane {
		main -= wide + 1
	}
	if !f.narrow {
		beside = main
	}
	top, high := head.MinSize().Height, max(footHeight, kit.HeightFor(foot, beside))
	show := float32(playerHeight)
	if resources.Scaled(1) > 1.25 || s.Height < lowFrame {
		show = playerLow
	}
	show = max(min(cmp.Or(f.split.Player, show), s.Height-top-high-2-stripLow), playerLow)
	f.b.header.fit(beside, f.narrow, pane)
	from, to := float32(0), s.Height
	if f.narrow {
		from, to = top, s.Height-high-1
	}
	f.beside.PlaceAt(main, from, to-from)
	kit.Place(side, main+1, from, wide, to-from)
	kit.Place(ground, 0, 0, s.Width, s.Height)
	kit.Place(head, 0, 0, beside, top)
	y := s.Height - high
	kit.Place(foot, 0, y, beside, high)
	kit.Place(rule, 0, y-1, beside, 1)
	kit.Place(player, 0, y-1-show, main, show)
	f.below.PlaceAt(0, y-2-show, main)
	kit.Place(strip, 0, top, main, y-2-show-top)
}
