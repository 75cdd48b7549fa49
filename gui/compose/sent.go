package compose

import (
	"context"
	"time"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/gui/casting"
)

// showSent shows what is sent for the mentions in the prompt of an edit or a clip; nothing if there are none.
func (s *Screen) showSent(f order.Form) {
	o := s.order
	if len(o.Cast) == 0 || len(o.Cast[0]) == 0 || len(o.Requests) == 0 {
		s.fields.sent.Hide()
		return
	}
	r := casting.Request{Text: promptOf(o.Requests[0])}
	if f.Kind.IsVideo() || !isEdit(f) {
		s.fields.sent.Show(r)
		return
	}
	earliest := int64(0)
	note := func(slot order.Slot) {
		if slot.URL != "" && slot.Dies > 0 && (earliest == 0 || slot.Dies < earliest) {
			earliest = slot.Dies
		}
	}
	if f.Edit.Canvas.Open {
		base := casting.SentPicture{Asset: s.Cast.Picture(f.Edit.Canvas.Asset)}
		r.Pictures = append(r.Pictures, base)
	}
	for _, slot := range f.Edit.Inputs() {
		p := casting.SentPicture{}
		if seen := s.previews.of(slot); seen != nil {
			p.Image = seen.picture
		}
		r.Pictures = append(r.Pictures, p)
		note(slot)
	}
	entries := s.Cast.Order()
	for _, u := range o.Cast[0] {
		for _, ref := range u.Pictures {
			r.Pictures = append(r.Pictures, casting.SentPicture{Asset: s.Cast.Picture(ref)})
			note(entries.Pictures[ref])
		}
	}
	r.Sheet, r.Hosted = len(o.Sheet) > 0, len(o.Uploads) > 0
	if earliest > 0 {
		r.Expires = time.UnixMilli(earliest)
	}
	if r.Sheet && !o.Baked {
		r.Render = func(ctx context.Context) ([]byte, error) { return upload.Sheet(ctx, s.Library, o, nil) }
	}
	s.fields.sent.Show(r)
}

// promptOf returns the prompt of a request.
func promptOf(r client.Request) string {
	switch r := r.(type) {
	case client.EditRequest:
		return r.Prompt
	case client.ImageRequest:
		return r.Prompt
	case client.VideoRequest:
		return r.Prompt
	}
	return ""
}
