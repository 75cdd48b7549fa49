package boards

import (
	"context"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client"
	planning "viviscope/client/boards"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/db/boards"
	"viviscope/gui/casting"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// castSent shows what is sent for the mentions in the prompt of a card, and the link to the cast.
type castSent struct {
	m     *boardModel
	refit func()
	sent  *casting.Sent
	link  *fyne.Container
	box   *fyne.Container
}

func newCastSent(m *boardModel, refit func()) *castSent {
	s := &castSent{m: m, refit: refit, sent: casting.NewSent(m.Cast)}
	s.link = kit.NewRow(8, smallNote(lang.L("@ adds somebody of the cast")), kit.NewSpring(),
		kit.NewLink(lang.L("Cast…"), m.Cast.ShowList))
	s.box = kit.NewColumn(6, s.sent.Box(), s.link)
	return s
}

// smallNote returns a text beside a control.
func smallNote(words string) *kit.Text {
	t := smallText().Ellipsis()
	t.SetText(words)
	return t
}

// show shows what a card wants. of is the click that makes it; frame: it is a keyframe with a prompt.
func (s *castSent) show(want boards.Want, of offer, frame bool) {
	kit.Show(s.link, frame)
	if len(want.Cast) == 0 {
		s.sent.Hide()
		return
	}
	r := casting.Request{Text: want.Prompt}
	refs := want.CastPictures()
	if len(refs) > 0 && want.From != (boards.Picture{}) {
		base := s.m.view.Assets[want.From.Asset]
		if base.ID == 0 {
			base = s.m.picture(want.From.Frame)
		}
		r.Pictures = append(r.Pictures, casting.SentPicture{Asset: base})
	}
	for _, ref := range refs {
		r.Pictures = append(r.Pictures, casting.SentPicture{Asset: s.m.Cast.Picture(ref)})
	}
	if n := len(of.Items); n > 0 && len(refs) > 0 {
		s.addLinks(&r, of.Items[n-1])
	}
	s.sent.Show(r)
}

// addLinks adds how the pictures of an item are sent.
func (s *castSent) addLinks(r *casting.Request, it planning.Item) {
	o := it.Order
	r.Sheet, r.Hosted = len(o.Sheet) > 0, len(o.Uploads) > 0
	if r.Sheet {
		r.Render = func(ctx context.Context) ([]byte, error) { return upload.Sheet(ctx, s.m.Library, o, nil) }
		return
	}
	for _, slot := range it.Form.Edit.Inputs() {
		if slot.URL == "" || slot.Dies == 0 {
			continue
		}
		if dies := time.UnixMilli(slot.Dies); r.Expires.IsZero() || dies.Before(r.Expires) {
			r.Expires = dies
		}
	}
}

// castProblems returns the problems of a click that its mentions cause. The prompt shows them.
func castProblems(c *planning.Click) (all []client.ValidationError) {
	if c == nil {
		return nil
	}
	for _, p := range c.Problems {
		_, gone := order.CastGoneName(p.Rule)
		known := func(e client.ValidationError) bool { return e.Message == p.Rule }
		if (gone || p.Rule == order.MsgCastTooMany) && !slices.ContainsFunc(all, known) {
			all = append(all, client.ValidationError{Field: order.FieldPrompt, Message: p.Rule})
		}
	}
	return all
}
