package compose

import (
	"viviscope/client/order"
	"viviscope/db"
)

func isClip(f order.Form) bool { return f.Clip() != nil }

func isFrames(f order.Form) bool { return f.Kind == db.FramesToVideo }

func isEdit(f order.Form) bool { return f.Kind == db.EditImage }

func isStill(f order.Form) bool { return f.Picture() != nil }

// slotsOf returns the slots of the kind in front, also the empty ones; none where it has no pictures.
func slotsOf(f *order.Form) []*order.Slot {
	switch f.Kind {
	case db.FramesToVideo:
		return []*order.Slot{&f.Frames.First, &f.Frames.Last}
	case db.EditImage:
		all := make([]*order.Slot, len(f.Edit.Pictures))
		for i := range f.Edit.Pictures {
			all[i] = &f.Edit.Pictures[i]
		}
		return all
	}
	return nil
}
