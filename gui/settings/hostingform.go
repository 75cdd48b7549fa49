package settings

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client/hosting"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// hostingForm is where a profile puts pictures of this computer, so that a service that takes links only can fetch them.
type hostingForm struct {
	s    *Screen
	card card
	at   map[int64]*hostingState
	now  *hostingState

	quiet    bool // the form is being filled
	kind     *widgets.Segmented
	about    *widgets.Text
	inputs   [fields]*hostingInput
	address  *widgets.Picker
	lifetime *widgets.Picker
	lives    []time.Duration // the choices of lifetime
	takeDown *widgets.Toggle
	secret   *secretRow
	label    *widgets.Text // of secret
	save     *widgets.Button
	test     *widgets.Button
	note     *widgets.Text
	report   *fyne.Container

	secretField fyne.CanvasObject
	s3Fields    []fyne.CanvasObject
	afterwards  fyne.CanvasObject
	actions     fyne.CanvasObject
	content     fyne.CanvasObject
}

// hostingState is the hosting of one profile: as it is kept, and as it was typed.
type hostingState struct {
	kept    hosting.Config
	typed   hostingDraft
	tried   bool // Save was pressed: empty fields are marked too
	saving  bool
	testing bool
	note    string
	report  fyne.CanvasObject // of the last test; nil: none since it was saved
}

func (st *hostingState) touched() bool { return st.typed != draftOf(st.kept) }

// hostingInput is a field of text with its problem.
type hostingInput struct {
	entry   *widgets.Entry
	problem *widgets.Text
	row     fyne.CanvasObject
}

func (f *hostingForm) dirty() bool {
	for _, st := range f.at {
		if st.touched() {
			return true
		}
	}
	return f.secret.dirty()
}

func newHostingForm(s *Screen) *hostingForm {
	f := &hostingForm{s: s, at: map[int64]*hostingState{}, now: &hostingState{}}
	f.kind = widgets.NewSegmented([]string{lang.X("state", "Off"), lang.L("S3-compatible bucket"), lang.L("WebDAV folder")}, func(i int) {
		f.edit(func(d *hostingDraft) { d.kind = hostingKinds[i] })
	})
	f.about = note("").Wrap(true)
	for i, what := range hostingFields() {
		f.inputs[i] = f.newInput(i, what)
	}
	f.address = widgets.NewSimplePicker([]string{lang.L("as the service has it"), lang.L("in the path"), lang.L("in the host name")}, func(i int) {
		f.edit(func(d *hostingDraft) { d.address = addressings[i] })
	})
	f.lifetime = widgets.NewSimplePicker(nil, func(i int) {
		f.edit(func(d *hostingDraft) { d.lifetime = f.lives[i] })
	})
	f.takeDown = widgets.NewToggle(true, func(on bool) { f.edit(func(d *hostingDraft) { d.takeDown = on }) })
	f.secret = newSecretRow(s, bucketKey, f.secretKeeper, f.forget)
	f.secret.save.Hide() // Save keeps both
	f.secret.changed = func() {
		if !f.quiet {
			f.fill()
		}
	}
	f.secret.entry.OnSubmitted = func(string) { f.keep() }
	f.save = widgets.NewButton(lang.L("Save hosting"), nil, widgets.Plain, f.keep)
	f.test = widgets.NewButton(lang.L("Test hosting"), nil, widgets.Plain, f.try)
	f.note = note("").Wrap(true)
	f.report = container.New(&reportLayout{fieldWidth})

	column := widgets.NewColumn(12, field(lang.L("Pictures of this computer"), widgets.NewColumn(6,
		widgets.NewRow(0, fitted(fieldWidth, f.kind)), f.about)))
	for i := range f.inputs {
		column.Add(f.inputs[i].row)
		if i == s3AccessKey {
			f.s3Fields = []fyne.CanvasObject{
				field(lang.L("Bucket in the address"), widgets.NewRow(12, f.address)),
				field(lang.L("Links live"), widgets.NewRow(12, f.lifetime, note(lang.L("long enough for the service to fetch the picture")).Wrap(true))),
			}
		}
	}
	f.label = labelText("")
	f.secretField = container.New(&labelled{width: 180}, f.label, f.secret.content)
	column.Add(f.secretField)
	for _, o := range f.s3Fields {
		column.Add(o)
	}
	f.afterwards = field(lang.L("Afterwards"), widgets.NewRow(12, f.takeDown, note(lang.L("take the picture down when its job has ended")).Wrap(true)))
	column.Add(f.afterwards)
	f.actions = field("", widgets.NewColumn(8, widgets.NewRow(8, f.save, f.test, f.note), f.report))
	column.Add(f.actions)
	f.content = column
	return f
}

func (f *hostingForm) newInput(i int, what hostingField) *hostingInput {
	in := &hostingInput{entry: widgets.NewEntry(), problem: widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)}
	in.entry.TextStyle.Monospace = what.name == "endpoint" || what.name == "url" || what.name == "public_url"
	in.entry.SetPlaceHolder(what.hint)
	in.entry.OnChanged = func(text string) { f.edit(func(d *hostingDraft) { d.text[i] = text }) }
	in.entry.OnSubmitted = func(string) { f.keep() }
	in.row = field(what.label, widgets.NewColumn(4,
		withNote(in.entry, note(what.note)), in.problem))
	return in
}

// show turns the form to a profile. What was typed for a profile and not saved stays with it.
func (f *hostingForm) show(c card) {
	st := f.at[c.profile.ID]
	fresh := st == nil
	if fresh {
		st = &hostingState{}
		f.at[c.profile.ID] = st
	}
	kept, err := readHosting(c.profile.Hosting)
	if fresh || !st.touched() {
		st.typed = draftOf(kept)
	}
	st.kept = kept
	if err != nil {
		st.note = lang.L("What is kept here cannot be read. Saving replaces it.")
	}
	f.card, f.now = c, st
	f.fill()
}

func (f *hostingForm) edit(change func(*hostingDraft)) {
	if f.quiet {
		return
	}
	change(&f.now.typed)
	f.now.note = ""
	f.fill()
}

// fill shows the state.
func (f *hostingForm) fill() {
	f.quiet = true
	defer func() { f.quiet = false }()
	d := f.now.typed
	f.kind.SetSelected(slices.Index(hostingKinds, d.kind))
	f.about.SetText(aboutKind(d.kind))
	for i, what := range hostingFields() {
		in := f.inputs[i]
		if in.entry.Text != d.text[i] {
			in.entry.SetText(d.text[i])
		}
		setVisible(in.row, what.kind == d.kind)
	}
	f.address.SetSelected(slices.Index(addressings, d.address))
	f.fillLifetimes(d.lifetime)
	f.takeDown.SetOn(d.takeDown)
	for _, o := range f.s3Fields {
		setVisible(o, d.kind == hosting.KindS3)
	}
	setVisible(f.afterwards, d.kind != hosting.KindNone)
	f.fillSecret()
	f.check()
	setVisible(f.report, f.now.report != nil)
	f.report.Objects = nil
	if f.now.report != nil {
		f.report.Objects = []fyne.CanvasObject{f.now.report}
	}
	f.content.Refresh()
}

func (f *hostingForm) fillLifetimes(kept time.Duration) {
	if f.lives = lifetimes(kept); len(f.lives) != len(f.lifetime.Options()) {
		words := make([]string, len(f.lives))
		for i, l := range f.lives {
			words[i] = lifetimeWords(l)
		}
		f.lifetime.SetOptions(widgets.Titles(words...))
	}
	f.lifetime.SetSelected(slices.Index(f.lives, kept))
}

func aboutKind(kind string) string {
	switch kind {
	case hosting.KindS3:
		return lang.L("A picture is put into the bucket before its job is sent; the service gets a signed link that dies by itself.")
	case hosting.KindWebDAV:
		return lang.L("A picture is put into the folder before its job is sent, under a name that nobody guesses. Whoever has its link can see it.")
	}
	return lang.L("The service takes web addresses only. With somewhere to put them, pictures of this computer can be frames too.")
}

// check says at each field what is wrong. An empty field is not wrong before somebody wants to save it.
func (f *hostingForm) check() {
	st := f.now
	problems := st.typed.problems()
	shown := 0
	for i, what := range hostingFields() {
		in, why := f.inputs[i], ""
		if what.kind == st.typed.kind && (st.tried || st.typed.text[i] != "") {
			why = problems[what.name]
		}
		in.problem.SetText(why)
		setVisible(in.problem, why != "")
		in.entry.SetFailed(why != "")
		if why != "" {
			shown++
		}
	}
	unsaved := st.touched() || f.secret.typed() != ""
	switchOn(f.save, f.card.profile.ID != 0 && unsaved && !st.saving)
	f.save.SetText(savingWord(st.saving, lang.L("Save hosting")))
	switchOn(f.test, st.kept.Kind != hosting.KindNone && !unsaved && !st.testing)
	f.test.SetText(lang.L("Test hosting"))
	if st.testing {
		f.test.SetText(lang.L("Testing…"))
	}
	setVisible(f.test, st.typed.kind != hosting.KindNone)
	setVisible(f.actions, unsaved || st.saving || st.typed.kind != hosting.KindNone || st.note != "")
	f.note.SetText(f.words(problems, shown, unsaved))
}

// words is the line beside the buttons: what came of the last one, or why they are off.
func (f *hostingForm) words(problems map[string]string, shown int, unsaved bool) string {
	st := f.now
	switch {
	case f.card.profile.ID == 0:
		return lang.L("save the profile first")
	case st.note != "":
		return st.note
	case shown > 0:
		return lang.L("see the fields above")
	case problems["addressing"] != "":
		return problems["addressing"]
	case unsaved:
		return lang.L("not saved yet")
	case st.kept.Kind != hosting.KindNone:
		return lang.L("the test puts a picture of one pixel there and takes it away again")
	}
	return ""
}
