package prices

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// Width is the width of the pane, px.
const Width = 392

// viewEvents are the callbacks of the view.
type viewEvents struct {
	onEdit      func(Rows) // the user typed
	onReference func()     // fill in reference prices
	onMarked    func(on bool)
	onCopy      func(i int) // copy the prices of another profile
	onImport    func()
	onExport    func()
	onSave      func()
	onDiscard   func()
	onReload    func()
}

// view is the objects of the pane.
type view struct {
	now func() time.Time

	about     *kit.Text
	noPrices  *kit.Banner
	warning   *kit.Text // the prices change their currency
	fields    *fields
	offer     fyne.CanvasObject // offers reference prices
	reference *kit.Toggle
	others    *kit.Picker // profiles whose prices can be copied
	othersBox *fyne.Container

	status     *kit.Text
	statusIcon *kit.Icon
	discard    *kit.Button
	save       *kit.Button

	waiting   *kit.Text       // until the prices are read
	errorBox  *fyne.Container // instead of the prices if they cannot be read
	errorText *kit.Text
	body      *fyne.Container // the prices
	foot      *fyne.Container // status and buttons
	scroll    *kit.Scroll
	content   *fyne.Container
}

// newView makes the objects in the order of Tab.
func newView(now func() time.Time, events viewEvents) *view {
	v := &view{now: now, fields: newFields(now, events.onEdit)}
	title := kit.NewText(lang.L("Prices"), resources.SizeH2, resources.Text1, true)

	v.waiting = note(lang.L("Reading the prices"))
	v.errorText = kit.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	v.errorBox = kit.NewColumn(8, v.errorText,
		kit.NewRow(8, kit.NewButton(lang.L("Reload"), nil, kit.Plain, events.onReload)))

	v.about = note("")
	v.noPrices = kit.NewBanner(resources.IconCoin, kit.ToneWarn, "")
	v.noPrices.SetText(lang.L("No prices yet."),
		lang.L("Enter what the service charges. Until then, costs cannot be estimated."))
	v.warning = kit.NewText("", resources.SizeSM, resources.Warn, false).Wrap(true)
	v.offer = kit.NewRow(8, kit.NewButton(lang.L("Use reference prices"), nil, kit.Plain, events.onReference),
		note(lang.L("for pictures, until you know your own prices")))
	v.reference = kit.NewToggle(false, events.onMarked)
	reference := kit.NewText(lang.L("Reference prices, not your own"), resources.SizeSM, resources.Text2,
		false).Ellipsis()
	v.reference.SetName(reference)
	v.others = kit.NewSimplePicker(nil, events.onCopy)
	v.others.SetPlaceholder(lang.L("Copy from…"))
	v.othersBox = kit.NewFixed(140, 0, v.others)
	sections := v.fields.sections
	v.body = kit.NewColumn(8, v.about, v.noPrices, v.warning, sections[ofClips], kit.NewRule(), sections[ofPictures],
		v.offer, sections[ofTokens], kit.NewRule(), kit.NewRow(8, v.reference, reference),
		kit.NewFlow(8, v.othersBox, kit.NewButton(lang.L("Import CSV…"), resources.IconDownload, kit.Quiet,
			events.onImport),
			kit.NewButton(lang.L("Export CSV…"), resources.IconExport, kit.Quiet, events.onExport)))

	v.statusIcon = kit.NewIcon(resources.IconInfo, 14, resources.Text2)
	v.status = kit.NewText("", resources.SizeSM, resources.Text2, false).Wrap(true).MaxLines(3)
	v.discard = kit.NewButton(lang.L("Discard"), nil, kit.Plain, events.onDiscard)
	v.save = kit.NewButton(lang.L("Save prices"), nil, kit.Primary, events.onSave)
	v.foot = kit.NewColumn(0, kit.NewRule(), kit.NewInset(10, inset, 12, inset, kit.NewColumn(8,
		kit.NewRow(8, v.statusIcon, v.status),
		kit.NewFrame(nil, kit.NewInset(0, 8, 0, 0, v.discard), nil, v.save))))

	v.scroll = kit.NewVScroll(kit.NewInset(0, inset, 12, inset, kit.NewColumn(0, v.waiting, v.errorBox, v.body)))
	head := kit.NewInset(10, inset, 6, inset, kit.NewFixed(0, 32, title))
	v.content = kit.NewFixed(Width, 0, container.NewStack(kit.NewGround(resources.BgPanel),
		kit.NewFrame(nil, kit.NewVRule(), nil, kit.NewFilled(0, v.scroll, head, v.scroll, v.foot))))
	return v
}

// progress is the running command of the pane, and the result of its last command.
type progress struct {
	ready  bool // the prices were read
	saving bool
	result string // "" for none
	failed bool   // result is an error
}

// show shows the stored prices, the rows and the progress. It refreshes only what changed, because it runs at every
// key.
func (v *view) show(a viewState, r Rows, p progress) {
	table, foot := v.heights()
	kit.Show(v.waiting, !p.ready && a.err == nil)
	kit.Show(v.errorBox, a.err != nil)
	kit.Show(v.body, p.ready)
	kit.Show(v.foot, p.ready)
	if a.err != nil {
		v.errorText.SetText(lang.L("The prices cannot be read: %s", wording.Fault(a.err)))
	}
	if p.ready {
		v.showRows(a, r, p)
	}
	newTable, newFoot := v.heights()
	if newTable != table || newFoot != foot {
		kit.Follow(v.scroll, v.scroll.Content)
		v.scroll.Refresh()
		v.content.Refresh()
	}
}

// heights returns the heights of the table and the foot, px. While they stay, nothing is laid out again.
func (v *view) heights() (table, foot float32) {
	return kit.HeightFor(v.scroll.Content, v.scroll.Size().Width), kit.HeightFor(v.foot, Width)
}

func (v *view) showRows(a viewState, r Rows, p progress) {
	add, problems := r.Plan(v.now())
	was, other := r.inForce(v.now()).Currency, r.otherCurrency(v.now())
	sign := strings.TrimSpace(wording.CurrencySign(cmp.Or(was, r.Currency)))
	v.about.SetText(lang.L("%[1]s, in %[2]s. A changed price applies from its day on; earlier jobs keep theirs. Empty: not known.",
		a.profile.Name, sign))
	kit.Show(v.noPrices, len(a.versions) == 0)
	v.reference.SetOn(r.Reference)
	kit.Show(v.warning, other != "")
	v.warning.SetText(currencyWarning(other, r.Currency))
	v.fields.show(r, problems, a.samples)
	priced := slices.ContainsFunc(r.List, func(row Row) bool { return row.section() != ofClips && row.Price != "" })
	kit.Show(v.offer, !r.Reference && !priced)
	var others []string
	for _, o := range a.others {
		others = append(others, o.Name)
	}
	v.others.SetOptions(kit.Titles(others...))
	v.others.SetSelected(-1)
	kit.Show(v.othersBox, len(others) > 0)

	text, icon, tone := statusOf(p, len(add) > 0, r.Edited(), len(problems))
	v.status.SetText(text)
	v.status.SetColor(tone)
	v.statusIcon.Set(icon, tone)
	kit.Enable(v.save, !p.saving && len(problems) == 0 && len(add) > 0)
	kit.Enable(v.discard, !p.saving && r.Typed(v.now()))
}

// currencyWarning returns the warning before prices are saved in another currency.
func currencyWarning(was, now string) string {
	return lang.L("These prices are in %[1]s until you save. Then the same numbers and budgets are in %[2]s: check each "+
		"one.", was, now)
}

// statusOf returns a sentence about what Save would store, or why it is disabled. changed: there is something to save.
func statusOf(p progress, changed bool, edited, problems int) (string, fyne.Resource, fyne.ThemeColorName) {
	switch {
	case p.saving:
		return lang.L("Saving…"), resources.IconProgress, resources.Text2
	case p.result != "" && p.failed:
		return p.result, resources.IconErrorCircle, resources.Err
	case problems > 0:
		return lang.N("%d price cannot be saved.", "%d prices cannot be saved.", problems, problems),
			resources.IconErrorCircle, resources.Err
	case changed && edited > 0:
		return lang.N("%d price changed, not saved yet.", "%d prices changed, not saved yet.", edited, edited),
			resources.IconInfo, resources.Text2
	case changed:
		return lang.L("Changed, not saved yet."), resources.IconInfo, resources.Text2
	case p.result != "":
		return p.result, resources.IconCheckCircle, resources.OK
	}
	return lang.L("No changes."), resources.IconInfo, resources.Text3
}
