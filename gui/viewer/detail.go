package viewer

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/facts"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/media/player"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// detailWidth is the width of the pane, px.
const detailWidth = 304

// detail is the pane at the right: whether the file is safe, and the facts of the asset.
type detail struct {
	*facts.Pane
	now     *subject
	images  *imageCache
	clip    *clipPanel
	actions func() []action.Action
	state   *kit.Tag
	kind    *kit.Tag
	note    *kit.Text // of the user
	object  fyne.CanvasObject
}

// detailCallbacks are what the links of the pane do.
type detailCallbacks struct {
	onFollow       func(a db.Asset) // a relative shall be shown
	onCompare      func(a db.Asset) // the asset shall be compared with a relative
	onCompareFirst func(a db.Asset) // its first frame shall be compared with a relative
}

func newDetail(
	d *Deps, now *subject, images *imageCache, clip *clipPanel, focus focuser, actions func() []action.Action,
	on detailCallbacks,
) *detail {
	offer := func(relative db.Asset, frames bool) fyne.CanvasObject {
		if frames {
			return kit.NewLink(lang.L("Compare the first frame with frame 1"), func() { on.onCompareFirst(relative) })
		}
		return kit.NewLink(lang.L("Compare with it"), func() { on.onCompare(relative) })
	}
	kin := facts.FamilyOptions{Size: fyne.NewSize(132, 74), Host: d.Host, Pictures: d.Pictures, Open: on.onFollow,
		Offer: offer}
	v := &detail{Pane: facts.NewPane(kin, d.Creator, d.Navigator, focus), now: now, images: images, clip: clip,
		actions: actions}
	v.JudgeBy(d.Judge)
	v.state, v.kind = kit.NewTag(kit.ToneNeutral, nil, ""), kit.NewTag(kit.ToneNeutral, nil, "")
	v.note = facts.Small(resources.Text2)
	b := &v.Buttons
	v.Lay(detailWidth, facts.Parts{
		Top:    []fyne.CanvasObject{kit.NewFlow(8, v.state, v.kind)},
		Prompt: []fyne.CanvasObject{v.note},
		Bottom: []fyne.CanvasObject{kit.NewFlow(10, b.Link("viewer/outside"), b.Link("viewer/reveal"),
			b.Link("viewer/export"))},
		Foot: []fyne.CanvasObject{
			v.Use, v.Row("viewer/reuse", "viewer/useLastFrame"),
			v.Row("viewer/useFirst", "viewer/useLast", "viewer/editFrame"),
			v.Row("viewer/again"),
		},
	})
	v.object = container.NewStack(kit.NewGround(resources.BgPanel), v.Object)
	return v
}

// update shows the facts once they are read. Until then it shows those of the asset before, so that the buttons stay in
// place.
func (v *detail) update() {
	a, k := v.now.asset, v.now.known
	kit.Show(v.Object, a.ID != 0 && (k.read || v.Object.Visible()))
	if !k.read {
		return
	}
	v.updateState()
	v.kind.Set(kit.ToneNeutral, nil, originOf(a, k.Known))
	kit.Show(v.note, a.Note != "" || k.unread)
	v.note.SetText(lang.L("Note: %s", a.Note))
	if k.unread {
		v.note.SetText(lang.L("Some details could not be read. They are reloaded with the next change."))
	}
	v.Show(a, k.Known, v.condition(), v.actions())
}

// condition returns the condition of the file that is shown.
func (v *detail) condition() facts.Condition {
	if v.now.asset.Kind == db.Clip {
		err := v.clip.state.Err
		if player.IsUnavailable(err) {
			err = nil
		}
		return facts.ConditionOf(v.now.asset, true, err)
	}
	k := v.images.get(v.now.asset.ID)
	if k == nil {
		return facts.Unchecked
	}
	return facts.ConditionOf(v.now.asset, true, k.err)
}

// updateState shows whether the file is safe.
func (v *detail) updateState() {
	switch {
	case v.now.known.gone:
		v.state.Set(kit.ToneWarn, resources.IconWarning, lang.X("state", "Deleted"))
	case !v.now.asset.TrashedAt.IsZero():
		v.state.Set(kit.ToneWarn, resources.IconTrash, lang.L("In the trash"))
	default:
		v.state.Set(kit.ToneOK, resources.IconCheckCircle, lang.X("state", "Saved"))
	}
}

// originOf returns what made an asset.
func originOf(a db.Asset, k facts.Known) string {
	job := k.Job
	switch {
	case job.ID == 0 && a.Kind == db.Clip && strings.Contains(a.Parent, " "): // the clips of a film
		return lang.L("Joined")
	case job.ID == 0 && a.Kind == db.Picture && slices.ContainsFunc(k.Family.MadeFrom, isClip):
		return lang.L("From a clip")
	case job.ID == 0:
		return lang.L("Imported")
	}
	return wording.Kind(job.Kind)
}

func isClip(r db.Relative) bool { return r.Asset != nil && r.Asset.Kind == db.Clip }
