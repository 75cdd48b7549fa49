package compose

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/client/order"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// longText is a text of several lines with its length, the number of its variations, and its problems.
type longText struct {
	entry      *editor
	count      *kit.Text
	body       *fyne.Container // the field, as tall as its text
	complaint  *complaint
	variations *fyne.Container // how many variations it has, if more than one
	number     *kit.Text       // of them
	plain      bool            // braces mean nothing
	preview    *kit.Link
}

func newLongText(rows int, onChanged func(string), onSend func()) longText {
	v := longText{entry: newTextEditor(rows, "", onChanged, onSend),
		count:  kit.NewText("", resources.SizeXS, resources.Text2, false),
		number: kit.NewText("", resources.SizeXS, resources.Text2, false), preview: kit.NewLink(lang.L("Preview"), nil)}
	v.complaint = newComplaint(v.entry)
	v.variations = kit.NewInset(-linkRoom-1, 0, -linkRoom-1, 0,
		kit.NewRow(8, kit.NewIcon(resources.IconList, 12, resources.Text3), v.number, v.preview))
	v.variations.Hide()
	v.body = container.New(&growing{v.entry, v.entry.MinSize().Height}, v.entry)
	return v
}

// show shows a text, and reports whether its count takes other room by that.
func (v *longText) show(text string, problems []client.ValidationError) (wider bool) {
	v.entry.show(text)
	n, characters := order.Variations(text), utf8.RuneCountInString(text)
	if v.plain {
		n = 1
	}
	count := lang.N("%s character", "%s characters", characters, lang.Number(characters))
	if characters == 0 {
		count = ""
	}
	wider = len(count) != len(v.count.Text())
	v.count.SetText(count)
	v.number.SetText(variationCount(n))
	kit.Show(v.variations, n > 1 && n <= order.MaxVariations) // for too many, the rule of the field is shown
	v.complaint.show(problems)
	return wider
}

// promptView is the prompt, with the way to earlier ones and to snippets.
type promptView struct {
	longText
	head     *fyne.Container
	label    *kit.Text
	history  *kit.Link
	snippets *kit.Link
	box      *fyne.Container

	mentions *mentionMenu
	unknown  *warning // names that are not in the cast

	walk *promptCursor // through earlier prompts; nil while none is shown
	// something was typed and taken away again: from then on an empty prompt is a mistake, not a start
	cleared bool
}

func newPromptView(host action.Host, of Cast, rows int, onChanged func(string), onSend func()) *promptView {
	v := &promptView{label: kit.NewText("", resources.SizeSM, resources.Text2, false).Ellipsis(),
		history: kit.NewLink(lang.L("History"), nil), snippets: kit.NewLink(lang.L("Snippets"), nil)}
	v.longText = newLongText(rows, func(text string) {
		v.cleared = text == ""
		onChanged(text)
	}, onSend)
	v.entry.SetName(v.label)
	v.mentions, v.unknown = newMentionMenu(host, of, v.entry), newWarning()
	v.mentions.onUpdate = func() { v.showUnknown(v.entry.Text) }
	v.head = kit.NewRow(8, v.label, kit.NewSpring(), v.count, v.history, v.snippets)
	v.box = kit.NewColumn(4, v.head, withLine(v.body, v.complaint.box, v.unknown.box, v.variations))
	return v
}

// showUnknown shows names that are not in the cast, in the line below the field. A broken rule is more important.
func (v *promptView) showUnknown(text string) {
	words := v.mentions.unknown(text)
	if v.complaint.box.Visible() {
		words = ""
	}
	v.unknown.show(words)
	if words != "" {
		v.variations.Hide()
	}
}

// name changes the words over the field and in it.
func (v *promptView) name(label, placeholder string) {
	if v.label.Text() != label {
		v.label.SetText(label)
		v.head.Refresh()
	}
	if v.entry.PlaceHolder != placeholder {
		v.entry.SetPlaceHolder(placeholder)
	}
}

// show shows a text and its problems. An empty prompt is no problem before the user has typed, or asked to send it.
func (v *promptView) show(text string, problems []client.ValidationError, asked bool) {
	if strings.TrimSpace(text) == "" && !asked && !v.cleared {
		problems = nil
	}
	if v.longText.show(text, problems) {
		v.head.Refresh() // it stands beside links
	}
	v.mentions.refresh()
	v.showUnknown(text)
}

// negativeView is the collapsible negative prompt; closed it shows what it holds in one line.
type negativeView struct {
	longText
	head   *kit.Button
	line   *kit.Text
	off    *closedNote
	box    *fyne.Container
	open   bool
	opened func() // by the user
}

func newNegativeView(onChanged func(string), onSend, onFold, opened func()) *negativeView {
	v := &negativeView{longText: newLongText(2, onChanged, onSend), opened: opened}
	v.entry.PlaceHolder = lang.L("Describe what must not appear")
	v.line = kit.NewText("", resources.SizeSM, resources.Text3, false).Ellipsis()
	v.head = kit.NewButton(lang.L("Negative prompt"), resources.IconChevronRight, kit.Quiet, func() {
		v.open = !v.open
		v.fold()
		onFold()
		if v.open {
			v.opened()
		}
	}).Small().Leading()
	head := kit.NewInset(0, 0, 0, -quietInset, kit.NewRow(4, v.head, v.line, kit.NewSpring(), v.count))
	v.off = newClosedNote()
	v.box = kit.NewColumn(4, head, v.body, v.off.box, v.complaint.box, v.variations)
	v.fold()
	return v
}

// show shows a text, and closes the field where off is the rule that a text would break. Braces may make too many jobs:
// that is shown here as well where this text makes them.
func (v *negativeView) show(text, off string) {
	v.off.show(off, v.entry)
	v.line.SetText(strings.Join(strings.Fields(text), " "))
	var problems []client.ValidationError
	if n := order.Variations(text); n > order.MaxVariations && !v.plain && off == "" {
		problems = []client.ValidationError{{Message: wording.TooManyVariations(n)}}
	}
	v.longText.show(text, problems)
}

func (v *negativeView) fold() {
	v.head.SetIcon(foldIcon(v.open))
	kit.Show(v.line, !v.open)
	kit.Show(v.count, v.open)
	kit.Show(v.body, v.open)
}
