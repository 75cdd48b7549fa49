package compose

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/compose/form"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// modelView is the model with its rules and its price, over the line that says what a change of it brought along.
type modelView struct {
	picker *widgets.Picker
	which  *widgets.Link
	models []form.Model
	box    *fyne.Container
}

func newModelView(onChanged func(form.Model), notices *notices) *modelView {
	v := &modelView{}
	v.picker = widgets.NewPicker(nil, func(i int) { onChanged(v.models[i]) })
	v.which = widgets.NewLink(lang.L("Which model can do this?"), nil)
	head := widgets.NewRow(8, widgets.NewText(lang.L("Model"), resources.SizeSM, resources.Text2, false), widgets.NewSpring(), v.which)
	v.box = widgets.NewColumn(4, head, v.picker, notices.box)
	return v
}

// show shows the models, each with its option, and which of them the form has.
func (v *modelView) show(options []widgets.PickerOption, models []form.Model, id string) {
	v.models = models
	if !slices.Equal(v.picker.Options(), options) {
		v.picker.SetOptions(options)
	}
	v.picker.SetSelected(slices.IndexFunc(models, func(m form.Model) bool { return m.ID == id }))
}

// videoOptions are the video models, each with its rules and the price of a second of what it would make of the draft.
func videoOptions(d form.VideoDraft, env form.Env, tariff form.Tariff) []widgets.PickerOption {
	var options []widgets.PickerOption
	for _, m := range env.VideoModels() {
		with := d
		if m.ID != d.Model {
			with.SetModel(m)
		}
		options = append(options, widgets.PickerOption{
			Title: m.ID, Subtitle: works(m, form.Rules(with.Rules())), Trailing: tariff.PerSecond(m, with.Tier(), with.Audio()),
		})
	}
	return options
}

// imageOptions are the picture models, each with the price of one picture that the form asks for.
func imageOptions(f form.Form, env form.Env, tariff form.Tariff) []widgets.PickerOption {
	var options []widgets.PickerOption
	for _, m := range env.ImageModels() {
		options = append(options, widgets.PickerOption{
			Title: m.ID, Subtitle: works(m, form.ImageRules()), Trailing: tariff.Price(tariff.PerPicture(f, env, m)),
		})
	}
	return options
}

// works words what a model can do: its rules, or the model of the catalogue whose rules a gateway's own name follows.
func works(m form.Model, rules string) string {
	if m.Rules() != m.ID {
		return lang.L("works like %s", m.Rules())
	}
	return rules
}

// seedView is the seed with its dice and its lock, and how many clips a click makes.
type seedView struct {
	entry     *editor
	dice      *widgets.Button
	lock      *widgets.Button
	clips     *widgets.Stepper
	complaint *complaint
	row       *fyne.Container
}

func newSeedView(edit func(func(*form.SeedDraft)), onClips func(int), onSend func(), roll func() int64) *seedView {
	v := &seedView{}
	v.entry = newEditor(func(text string) {
		edit(func(s *form.SeedDraft) { s.Text = text })
	}, onSend)
	v.entry.SetPlaceHolder(lang.X("seed", "any"))
	v.complaint = newComplaint(v.entry).indented()
	v.dice = widgets.NewIconButton(resources.IconDice(), lang.L("New seed"), func() {
		edit(func(s *form.SeedDraft) { s.Text = form.SeedText(roll()) })
	})
	v.lock = widgets.NewIconButton(resources.IconLockOpen(), lang.L("Keep the seed"), func() {
		edit(func(s *form.SeedDraft) {
			s.Locked = !s.Locked
			if s.Locked && strings.TrimSpace(s.Text) == "" {
				s.Text = form.SeedText(roll()) // an empty field has nothing to keep
			}
		})
	})
	v.clips = widgets.NewStepper(1, form.MaxClips, 1, onClips)
	buttons := widgets.NewRow(8, v.dice, v.lock, widgets.NewText(lang.L("Clips"), resources.SizeBody, resources.Text2, false), v.clips)
	v.row = container.NewBorder(nil, nil, nil, buttons, v.entry)
	return v
}

func (v *seedView) show(s form.SeedDraft, clips int, problems []client.ValidationError) {
	v.entry.show(s.Text)
	v.lock.SetOn(s.Locked)
	if s.Locked {
		v.lock.SetIcon(resources.IconLock())
		v.lock.SetWord(lang.L("Locked: the same seed again; several clips count up"))
	} else {
		v.lock.SetIcon(resources.IconLockOpen())
		v.lock.SetWord(lang.L("Not locked: another seed after each click"))
	}
	v.clips.SetValue(clips)
	v.complaint.show(problems)
}

// usualQuality is what other qualities are compared with.
const usualQuality = "medium"

// qualityEffect says what the quality in the form costs and takes beside the usual one: "high: about 3x medium, slower;
// usually 40 s to 2 minutes".
func qualityEffect(f form.Form, env form.Env, tariff form.Tariff) string {
	d := f.Picture()
	m := form.Model{ID: d.Model, Like: d.Like}
	size := d.Size()
	if f.Kind == db.EditImage {
		size = f.Edit.Size()
	}
	w, h := client.ImageRequest{Size: size}.Dimensions()
	took := form.TypicalTime(w, h, d.Quality)
	if d.Quality != usualQuality {
		usual := f
		usual.Picture().Quality = usualQuality
		if is, was := tariff.PerPicture(f, env, m), tariff.PerPicture(usual, env, m); is.Known && was.Known && was.Each > 0 {
			return lang.L("%s: %s; %s", d.Quality, compared(float64(is.Each)/float64(was.Each)), took)
		}
	}
	return lang.L("%s: %s", d.Quality, took)
}

// compared words a price beside the usual one. What costs more takes longer: both go by what the model computes.
func compared(ratio float64) string {
	digits := 1
	if ratio >= 1.95 && math.Abs(ratio-math.Round(ratio)) < 0.2 {
		digits = 0
	}
	switch times := lang.Decimal(ratio, digits); {
	case ratio > 1.05:
		return lang.L("about %sx %s, slower", times, usualQuality)
	case ratio < 0.95:
		return lang.L("about %sx %s, faster", times, usualQuality)
	}
	return lang.L("as %s", usualQuality)
}

// hintsView are words for the prompt that follow from what lies on the canvas, to be put in by a click: "+ in the red box".
type hintsView struct {
	words  []string
	insert func(words string)
	box    *fyne.Container
}

func newHintsView(insert func(string)) *hintsView {
	v := &hintsView{insert: insert, box: widgets.NewFlow(6)}
	v.box.Hide()
	return v
}

func (v *hintsView) show(words []string) {
	if slices.Equal(words, v.words) {
		return
	}
	v.words = slices.Clone(words)
	v.box.Objects = nil
	for _, w := range v.words {
		v.box.Add(widgets.NewChip("+ "+w, func() { v.insert(w) }))
	}
}

// SetHints sets the words that are offered under the prompt of an edit, such as "in the red box". Window's goroutine.
func (s *Screen) SetHints(words []string) {
	s.fields.hints.show(words)
	s.render()
	s.refit()
}

// insertHint puts words in at the cursor of the prompt, apart from what stands before and behind it: at the end of what was
// said with a comma, so that two hints after each other stay two things, and between two words without one.
func (s *Screen) insertHint(words string) {
	e := s.fields.prompt.entry
	text, at := []rune(e.Text), e.CursorTextOffset()
	if e.SelectedText() == "" && at <= len(text) {
		switch {
		case at == 0 || unicode.IsSpace(text[at-1]):
		case unicode.IsPunct(text[at-1]) || !endsHere(text[at:]):
			words = " " + words
		default:
			words = ", " + words
		}
		if at < len(text) && !unicode.IsSpace(text[at]) && !unicode.IsPunct(text[at]) {
			words += " "
		}
	}
	s.focus(e)
	e.insert(strings.TrimRight(words, "\n"))
}

// endsHere reports whether what was said before a text ends there: nothing follows on the line, or a punctuation mark.
func endsHere(rest []rune) bool {
	return len(rest) == 0 || rest[0] == '\n' || unicode.IsPunct(rest[0])
}

// showSlider puts the slider to a duration that the model makes; it stays where it was for one that it does not.
// It is set without its OnChanged: the draft is what is shown, not what is asked.
func showSlider(s *widgets.Slider, seconds []int, n int) {
	least, most := float64(seconds[0]), float64(seconds[len(seconds)-1])
	step := (most - least) / float64(len(seconds)-1)
	value := s.Value
	if slices.Contains(seconds, n) {
		value = float64(n)
	}
	value = min(max(value, least), most)
	if s.Min == least && s.Max == most && s.Step == step && s.Value == value {
		return
	}
	s.Min, s.Max, s.Step, s.Value = least, most, step, value
	s.Refresh()
}

// sidesView is the pair of fields of a free size, with the nearest one that is allowed.
type sidesView struct {
	width, height *editor
	box           *fyne.Container
	use           *widgets.Link
	nearest       form.Offer
	offer         *fyne.Container // stands below what is wrong with the size
}

func newSidesView(onChanged func(width, height string), onSend func()) *sidesView {
	v := &sidesView{}
	changed := func(string) { onChanged(strings.TrimSpace(v.width.Text), strings.TrimSpace(v.height.Text)) }
	v.width, v.height = newEditor(changed, onSend), newEditor(changed, onSend)
	v.width.SetPlaceHolder(lang.L("width"))
	v.height.SetPlaceHolder(lang.L("height"))
	small := func(s string) *widgets.Text { return widgets.NewText(s, resources.SizeBody, resources.Text2, false) }
	v.use = widgets.NewLink("", func() { onChanged(v.nearest.Width, v.nearest.Height) })
	v.offer = indented(widgets.NewRow(0, v.use))
	v.offer.Hide()
	v.box = widgets.NewRow(8, widgets.NewFixed(96, 0, v.width), small("×"), widgets.NewFixed(96, 0, v.height), small("px"))
	return v
}

// showOffer offers the nearest size that is allowed.
func (v *sidesView) showOffer(o form.Offer, ok bool) {
	v.nearest = o
	if ok {
		v.use.SetText(lang.L("Use %s × %s", o.Width, o.Height))
	}
	setShown(v.offer, ok)
}
