package feed

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// view are the parts of the feed.
type view struct {
	head   *fyne.Container
	frame  *fyne.Container // the head over everything else
	width  float32         // of the chips together, as they were laid out
	warned bool            // the chip of those that need somebody has its sign
	chips  [groups]*widgets.Chip
	list   *widgets.VList
	empty  *fyne.Container
	none   *widgets.Text
	fresh  *widgets.Button
	top    *fyne.Container // lays fresh over the list
	bell   *widgets.Icon
	notify *widgets.Text
	box    *fyne.Container
}

func (s *Screen) newView() view {
	v := view{}
	var chips []fyne.CanvasObject
	for g := All; g < groups; g++ {
		v.chips[g] = widgets.NewChip(g.Word(), func() { s.filter(g) })
		chips = append(chips, v.chips[g])
	}
	v.chips[NeedsYou].SetIconTone(widgets.ToneWarn)

	toggle := widgets.NewToggle(s.d.Notify, func(on bool) {
		if s.d.OnNotify != nil {
			s.d.OnNotify(on)
		}
	})
	v.notify = widgets.NewText(lang.L("Notify when done"), resources.SizeSM, resources.Text2, false)
	v.bell = widgets.NewIcon(resources.IconBell(), 16, resources.Text2)
	v.bell.Hide()
	v.head = widgets.NewScreenHeader(lang.L("Session"), chips, []fyne.CanvasObject{v.notify, v.bell, toggle}, widgets.Swap{Words: v.notify, Sign: v.bell})

	v.list = widgets.NewVList(&source{s}, 12, 16)
	v.list.OnScrolled = s.scrolled
	v.fresh = widgets.NewButton("", resources.IconArrowUp(), widgets.Primary, func() { v.list.ScrollToTop() }).Small()
	v.fresh.Hide()
	v.none = widgets.NewText("", resources.SizeSM, resources.Text2, false).Centered()
	v.empty = container.NewStack(widgets.NewEmpty(resources.IconFilm(), lang.L("Nothing in this session yet"),
		lang.L("Clips and pictures that you generate appear here, from the click to the file."), nil))

	v.top = &fyne.Container{Layout: topLayout{12}, Objects: []fyne.CanvasObject{v.fresh}}
	body := container.NewStack(v.list, v.empty, v.top,
		&fyne.Container{Layout: topLayout{48}, Objects: []fyne.CanvasObject{v.none}})
	v.frame = container.New(feedLayout{}, v.head, body) // Tab follows this order
	v.box = container.NewStack(widgets.NewGround(resources.BgWindow), v.frame)
	v.show(All, [groups]int{}, 0, 0)
	return v
}

// show shows the counts and what stands in for cards where there are none.
func (v *view) show(on Group, counts [groups]int, shown, fresh int) {
	for g, chip := range v.chips {
		chip.SetText(chipText(Group(g), counts[g]))
		chip.SetOn(Group(g) == on)
		if Group(g) == NeedsYou {
			v.warn(counts[g] > 0)
		}
	}
	v.layHead()
	setShown(v.empty, counts[All] == 0)
	v.none.SetText(lang.L("None of this session’s jobs is here."))
	setShown(v.none, counts[All] > 0 && shown == 0)
	v.showFresh(fresh)
}

// warn shows the sign of the chip only where there is something to warn of, and makes room for it.
func (v *view) warn(on bool) {
	if on == v.warned {
		return
	}
	v.warned = on
	icon := fyne.Resource(nil)
	if on {
		icon = resources.IconWarning()
	}
	v.chips[NeedsYou].SetIcon(icon)
}

// layHead makes room for chips whose words or signs changed.
func (v *view) layHead() {
	width := float32(0)
	for _, c := range v.chips {
		width += c.MinSize().Width
	}
	if width != v.width {
		v.width = width
		v.head.Refresh()
		v.frame.Refresh()
	}
}

// showFresh shows how many cards came above what is in sight.
func (v *view) showFresh(n int) {
	v.fresh.SetText(lang.N("%d new", "%d new", n, n))
	setShown(v.fresh, n > 0)
	v.top.Refresh()
}

func chipText(g Group, n int) string { return g.Word() + " " + lang.Number(n) }
