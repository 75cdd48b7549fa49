package compose

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"fyne.io/fyne/v2"

	"viviscope/client"
	"viviscope/client/hosting"
	"viviscope/client/order"
	"viviscope/db"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// slotFacts is all that decides what a slot shows.
type slotFacts struct {
	form     order.Form
	place    int // of the slot in the form
	slot     order.Slot
	env      order.Env
	profile  db.Profile
	seen     *preview // nil: nobody has looked at the picture
	uploaded float64  // how much of the picture is uploaded, 0 to 1; negative: it is not being uploaded
	refused  string   // why the last picture was not taken; ""
}

// value returns what the slot shows.
func (x slotFacts) value() (v kit.SlotValue) {
	f, place, slot, env, seen, refused := x.form, x.place, x.slot, x.env, x.seen, x.refused
	edit := f.Kind == db.EditImage
	var problem, off string // the rule that the picture breaks, and why the slot is closed
	// the picture is sent as the only file; it is mixed with links, which is shown below the slots
	var file, mixed bool
	if edit {
		problem, file = f.Edit.PictureProblem(place, env), f.Edit.SendsFile() && slot.Local()
		mixed = !file && problem == order.MsgEditMixed
	} else {
		problem = f.Frames.FrameProblem(place, env)
		if place == order.LastFrame {
			off = f.Frames.NoLastFrameReason(env)
		}
	}
	left, dies := slot.Remaining(env.Now)
	hosted := slot.Hosted(env)
	if seen != nil {
		v.Picture = seen.picture
	}
	switch up := x.uploaded; {
	case refused != "" && (!slot.Empty() || off != ""):
		return kit.SlotValue{State: kit.SlotRefuses, Words: refused, Actions: offered(actionAddress)}
	case slot.Empty() && off != "":
		return kit.SlotValue{State: kit.SlotOff, Words: wording.Rule(off)}
	case slot.Empty():
		paste := keyWords(fyne.KeyModifierShortcutDefault, fyne.KeyV)
		v = kit.SlotValue{State: kit.SlotEmpty, Words: refused, Caption: lang.L("or paste with %s", paste)}
	case problem == client.MsgOneImage:
		return kit.SlotValue{State: kit.SlotRefuses, Words: wording.Rule(order.MsgFirstOnly), Caption: sourceName(slot)}
	case up >= 0:
		v.State, v.Progress = kit.SlotUploading, up
		v.Caption, v.Note = lang.L("Uploading, %d %%", int(up*100)), lang.L("to the image host")
	case (hosted || file || mixed) && seen != nil && seen.err != nil:
		return kit.SlotValue{State: kit.SlotRefuses, Words: wording.UnusablePicture(seen.err), Caption: fileName(slot),
			Actions: offered(actionReplace)}
	case file:
		v.State, v.Caption, v.Note = kit.SlotFilled, fileName(slot), pixels(slot, edit)
	case hosted:
		v.State, v.Caption, v.Note = kit.SlotFilled, fileName(slot), pixels(slot, edit)
		if !x.profile.Sandbox { // which hosts pictures on this computer
			v.Note = hostNote(x.profile)
		}
	case mixed:
		v.State, v.Caption, v.Note = kit.SlotDying, fileName(slot), pixels(slot, edit)
	case problem == order.MsgLinkDead:
		v.State, v.Tag, v.Caption = kit.SlotDead, wording.Rule(order.MsgLinkDead), lang.L("The link no longer works.")
		if slot.Local() || slot.Asset != "" {
			v.Caption = lang.L("The picture is saved locally.")
		}
		v.Actions = offered(actionReplace)
	case problem != "" && slot.Local():
		ways := offered(actionWhy, actionHosting, actionEdit)
		v = kit.SlotValue{State: kit.SlotRefuses, Words: wording.Rule(order.MsgLocalFile), Actions: ways}
	case problem != "":
		v = kit.SlotValue{State: kit.SlotRefuses, Words: wording.Rule(problem), Caption: sourceName(slot),
			Actions: offered(actionReplace)}
	case seen != nil && seen.err != nil:
		v.State, v.Words, v.Detail = kit.SlotUnseen, lookWords(seen.err), lang.L("You can still send it.")
		v.Caption, v.Actions = sourceName(slot), offered(actionLook)
	case seen != nil && !seen.done:
		v.State, v.Caption = kit.SlotLoading, sourceName(slot)
		if slot.Asset == "" { // an asset is there before anybody has read a word
			v.Words = lang.L("Checking the picture")
		}
	case dies && left < wording.LinkSoon:
		v.State, v.Caption, v.Life, v.Note = kit.SlotDying, sourceName(slot),
			lang.L("%s, send soon", wording.Left(left)), pixels(slot, edit)
	default:
		v.State, v.Caption, v.Note = kit.SlotFilled, sourceName(slot), pixels(slot, edit)
		if dies {
			v.Life = wording.Left(left)
		}
	}
	return v
}

// hostNote returns where a local picture is put before the request is sent.
func hostNote(p db.Profile) string {
	var at hosting.Config
	_ = json.Unmarshal(p.Hosting, &at) // one that cannot be read has no endpoint
	address := at.S3.Endpoint
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return lang.L("Uploaded to the image host first.")
	}
	return lang.L("Uploaded to %s first.", u.Hostname())
}

// pixels returns the line below a picture: its size, and its origin unless small.
func pixels(s order.Slot, small bool) string {
	var parts []string
	if s.Width > 0 && s.Height > 0 {
		parts = append(parts, fmt.Sprintf("%d × %d", s.Width, s.Height))
	}
	if s.Asset != "" && !small {
		parts = append(parts, lang.L("from Gallery"))
	}
	return wording.Commas(parts...)
}
