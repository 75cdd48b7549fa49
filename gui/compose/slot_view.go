package compose

import (
	"fyne.io/fyne/v2"

	"viviscope/client/order"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// slotOwner handles the events of slots. place is the index of a slot in the form.
type slotOwner interface {
	chooseFile(place int)
	fromGallery(place int)
	pasteInto(place int)
	typedAddress(place int, text string) (refused string) // the reason if the text is refused
	clearSlot(place int)
	doAction(id, place int)
	slotDragged(place int, to fyne.Position)
	slotDropped(place int, to fyne.Position)
	copyLink(link string)
	showAsset(ref string)
	lookLarge(place int)
}

// slotView is a slot on the screen. It shows a value again only if that has changed.
type slotView struct {
	*kit.Slot
	owner slotOwner
	place int
	value kit.SlotValue
	holds order.Slot
}

func newSlotView(owner slotOwner, place int, title, optional string) *slotView {
	v := &slotView{Slot: kit.NewSlot(title, optional), owner: owner, place: place, value: kit.SlotValue{State: -1}}
	v.OnPaste, v.OnGallery = func() { owner.pasteInto(place) }, func() { owner.fromGallery(place) }
	v.OnClear = func() { owner.clearSlot(place) }
	v.OnCopy = func() {
		if v.holds.URL != "" {
			owner.copyLink(v.holds.URL)
		}
	}
	v.OnText = func(address string) string { return owner.typedAddress(place, address) }
	v.OnAction = func(id int) { owner.doAction(id, place) }
	v.OnDrag = func(to fyne.Position) { owner.slotDragged(place, to) }
	v.OnDragOut = func(to fyne.Position) { owner.slotDropped(place, to) }
	return v
}

// show shows a value. s is what the slot holds.
func (v *slotView) show(s order.Slot, value kit.SlotValue) {
	if holds := s.WithoutMeasurements(); holds != v.holds {
		v.holds = holds
		v.EndTyping() // a picture was dropped or chosen instead
	}
	kept := s.Asset != ""
	seen := value.Picture != nil
	if kept != (v.OnAsset != nil) || seen != (v.OnLook != nil) {
		v.OnAsset, v.OnLook, v.value.State = nil, nil, -1
		if kept {
			v.OnAsset = func() { v.owner.showAsset(v.holds.Asset) }
		}
		if seen {
			v.OnLook = func() { v.owner.lookLarge(v.place) }
		}
	}
	if value != v.value {
		v.value = value
		v.Set(value)
	}
}

// The actions that a slot offers in words.
const (
	actionWhy = iota
	actionAddress
	actionEdit
	actionReplace
	actionLook
	actionHosting
)

// actionLabel returns the label of an action.
func actionLabel(id int) string {
	return []string{
		actionWhy:     lang.L("Why?"),
		actionAddress: lang.L("Type an address"),
		actionEdit:    lang.L("Edit it first"),
		actionReplace: lang.L("Replace…"),
		actionLook:    lang.L("Check again"),
		actionHosting: lang.L("Set up image hosting…"),
	}[id]
}

// offered returns the actions with these numbers, at most three.
func offered(ids ...int) (all [3]kit.SlotAction) {
	for i, id := range ids {
		all[i] = kit.SlotAction{ID: id, Text: actionLabel(id)}
	}
	return all
}
