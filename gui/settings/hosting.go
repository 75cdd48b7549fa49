package settings

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"viviscope/client/hosting"
	"viviscope/client/keys"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
)

// reportRoom is the height of the steps below the button, px.
const reportRoom = 168

// hostingForm edits the bucket to which a profile uploads local pictures, because services take links only.
type hostingForm struct {
	host   *host
	card   card
	kept   hosting.Config
	typed  hosting.Config // the fields of the bucket stay while hosting is off
	tried  bool           // Save was pressed, so empty fields are marked too
	broken string         // why the stored settings cannot be read

	on       *kit.Toggle
	about    *kit.Text
	inputs   []*hostingInput
	address  *options[string]
	lifetime *options[time.Duration]
	takeDown *kit.Toggle
	secret   *secretRow
	save     *command
	test     *command
	note     *kit.Text
	report   *fyne.Container // of the last test; empty: none since it was saved

	choice  fyne.CanvasObject // of on
	bucket  *fyne.Container   // the fields that are shown while hosting is on
	actions fyne.CanvasObject
	content *fyne.Container
}

// hostingInput is a text field of the form.
type hostingInput struct {
	*textField
	name string  // in the JSON of the Config, by which its problems are found
	text *string // in typed, without surrounding blanks
}

func newHostingForm(h *host) *hostingForm {
	f := &hostingForm{host: h, about: note("").Wrap(true), note: note("").Wrap(true), report: kit.NewRow(0)}
	f.on = kit.NewToggle(false, func(on bool) {
		f.typed.Kind = ""
		if on {
			f.typed.Kind = hosting.KindS3
		}
		f.edited()
	})
	f.address = newOptions(addressWord, func(way string) {
		f.typed.S3.Addressing = way
		f.edited()
	}, hosting.AddressAuto, hosting.AddressPath, hosting.AddressHost)
	f.lifetime = newOptions(lifetimeWords, func(d time.Duration) {
		f.typed.S3.LifetimeSeconds = int64(d / time.Second)
		f.edited()
	}, time.Hour, 6*time.Hour, 24*time.Hour, 3*24*time.Hour, hosting.MaxLifetime)
	f.takeDown = kit.NewToggle(true, func(on bool) {
		f.typed.DeleteAfter = on
		f.edited()
	})
	f.secret = newSecretRow(h, bucketKey(), f.secretKeeper, func() { f.fill() }, func() work {
		id := f.card.profile.ID
		return func(ctx context.Context) error { return h.Profiles.RemoveHostSecret(ctx, id) }
	})
	f.secret.save.Hide() // Save keeps both
	f.secret.entry.OnSubmitted = func(string) { f.keep() }
	f.save = newSave(h, lang.L("Save hosting"), f.keep)
	f.test = newCommand(h, lang.L("Test hosting"), lang.L("Testing…"), f.try)

	f.choice = kit.NewRow(12, f.on, bodyText(lang.L("Upload to an S3-compatible bucket")))
	f.actions = field("", kit.NewColumn(8, kit.NewRow(8, f.save.button, f.test.button, f.note), f.report))
	f.bucket = kit.NewColumn(12)
	f.addInputs()
	f.bucket.Add(field(bucketKey().name, f.secret.content))
	f.bucket.Add(field(lang.L("Bucket in the address"), kit.NewRow(0, f.address.picker)))
	f.bucket.Add(field(lang.L("Links valid for"), kit.NewRow(0, f.lifetime.picker)))
	f.bucket.Add(field(lang.L("Remove after the job"), kit.NewRow(0, f.takeDown)))
	f.content = kit.NewColumn(12, field(lang.L("Local pictures"), kit.NewColumn(6, f.choice, f.about)), f.bucket,
		f.actions)
	return f
}

// addInputs makes the text fields in their order.
func (f *hostingForm) addInputs() {
	s3 := &f.typed.S3
	for _, in := range []struct {
		name              string
		text              *string
		label, hint, note string
	}{
		{"endpoint", &s3.Endpoint, lang.L("Endpoint"), "https://s3.example.com",
			lang.L("the secret key is sent to this address only")},
		{"bucket", &s3.Bucket, lang.L("Bucket"), "", lang.L("can stay private: links are signed")},
		{"prefix", &s3.Prefix, lang.L("Folder"), lang.X("folder", "none"), ""},
		{"region", &s3.Region, lang.L("Region"), lang.L("from the service"), lang.L("such as eu-central-1")},
		{"access_key", &s3.AccessKey, lang.L("Access key"), "", lang.L("part of every link; not secret")},
	} {
		text := newTextField(in.hint, note(in.note), func(text string) {
			text = strings.TrimSpace(text)
			if text != *in.text {
				*in.text = text
				f.edited()
			}
		}, f.keep)
		if strings.Contains(in.hint, "://") {
			text.mono()
		}
		f.inputs = append(f.inputs, &hostingInput{text, in.name, in.text})
		f.bucket.Add(field(in.label, text.content))
	}
}

// first returns the switch; nil for the sandbox, which has no hosting.
func (f *hostingForm) first() focusable {
	if !f.choice.Visible() {
		return nil
	}
	return f.on
}

func (f *hostingForm) touched() bool { return f.typed != f.kept }

func (f *hostingForm) dirty() bool { return f.touched() || f.secret.typed() != "" }

// show shows the stored hosting. What was typed and not saved stays.
func (f *hostingForm) show(c card) fyne.CanvasObject {
	kept, err := readHosting(c.profile.Hosting)
	if !f.touched() {
		f.typed = kept
	}
	f.card, f.kept = c, kept
	if err != nil {
		f.broken = lang.L("The saved settings cannot be read. Saving replaces them.")
	}
	f.fill()
	return f.content
}

func (f *hostingForm) edited() {
	f.broken, f.save.problem = "", ""
	f.fill()
}

// fill shows the typed settings.
func (f *hostingForm) fill() {
	box, on := f.card.profile.Sandbox, f.typed.On()
	f.on.SetOn(on)
	switch {
	case box:
		f.about.SetText(lang.L("The sandbox keeps local pictures for as long as a job needs them."))
	case on:
		f.about.SetText(lang.L("Pictures are uploaded to the bucket before a job is sent; the service gets a signed link that expires."))
	default:
		f.about.SetText(lang.L("Set up hosting to use local pictures as frames."))
	}
	kit.Show(f.choice, !box)
	for _, in := range f.inputs {
		if strings.TrimSpace(in.entry.Text) != *in.text { // a trailing blank stays
			in.entry.SetText(*in.text)
		}
	}
	f.address.show(f.typed.S3.Addressing)
	f.lifetime.show(f.typed.S3.Lifetime())
	f.takeDown.SetOn(f.typed.DeleteAfter)
	f.fillSecret()
	f.check()
	kit.Show(f.bucket, on && !box)
	kit.Show(f.actions, !box && (on || f.dirty() || f.save.running || f.broken+f.save.problem != ""))
	f.content.Refresh()
}

// fillSecret shows where the secret is stored. A secret belongs to a host and an access key, so there is none after one
// of them changed.
func (f *hostingForm) fillSecret() {
	view := secretView{place: f.card.secretPlace}
	if !needsSecret(f.typed) || f.typed.KeyName() != f.kept.KeyName() {
		view.place = keys.Nowhere
	}
	switch {
	case view.place != keys.Nowhere:
		view.words = placeWords(view.place, f.card.secretSince, f.host.Now())
	case needsSecret(f.typed):
		view.words = lang.L("None yet for this host")
	default:
		view.words = lang.L("Enter the endpoint and its access key first")
		view.closed = f.secret.typed() == ""
	}
	f.secret.show(view)
}

// check shows the problem of each field. Empty fields are marked after Save was pressed.
func (f *hostingForm) check() {
	problems := f.problems()
	for _, in := range f.inputs {
		why := ""
		if f.tried || *in.text != "" {
			why = problems[in.name]
		}
		in.mark(why)
	}
	unsaved := f.dirty()
	f.save.allow(unsaved)
	f.test.allow(f.kept.On() && !unsaved)
	kit.Show(f.test.button, f.typed.On())
	kit.Show(f.report, len(f.report.Objects) > 0)
	words := ""
	switch { // the result of the last button, or why the buttons are off
	case f.broken+f.save.problem != "":
		words = f.broken + f.save.problem
	case f.firstFailed() != nil:
		words = lang.L("see the fields above")
	case problems["addressing"] != "":
		words = problems["addressing"]
	case unsaved:
		words = lang.L("not saved yet")
	case f.kept.On():
		words = lang.L("the test uploads a one-pixel picture and removes it again")
	}
	f.note.SetText(words)
}

// firstFailed returns the first field that is marked; nil for none.
func (f *hostingForm) firstFailed() *kit.Entry {
	for _, in := range f.inputs {
		if in.entry.Failed() {
			return in.entry
		}
	}
	return nil
}

// keep stores the form and the typed secret, or moves the keyboard to the first field that is wrong.
func (f *hostingForm) keep() {
	c, id := f.typed, f.card.profile.ID
	if f.save.running || !f.dirty() {
		return
	}
	if len(f.problems()) > 0 {
		f.tried = true
		f.fill()
		if failed := f.firstFailed(); failed != nil {
			focus(failed)
		}
		return
	}
	f.broken = ""
	f.save.start(func(ctx context.Context) error { return f.host.Profiles.SaveHosting(ctx, id, c) }, func(err error) {
		if err == nil {
			f.kept, f.tried = c, false
			f.report.RemoveAll()
			if f.secret.typed() != "" && needsSecret(c) {
				f.secret.keepAt(keys.InKeychain)
			}
		}
		f.fill()
	})
}

// try tests the stored hosting and shows each step.
func (f *hostingForm) try() {
	id := f.card.profile.ID
	f.report.RemoveAll()
	kit.Reveal(f.host.scroll, f.test.button, reportRoom)
	var report hosting.Report
	f.test.start(func(ctx context.Context) (err error) {
		report, err = f.host.Profiles.TestHosting(ctx, id)
		return err
	}, func(err error) {
		putIn(f.report, kit.NewFixed(fieldWidth, 0, newHostingReport(report, err)))
		f.fill()
	})
}

// secretKeeper stores a secret for the stored host, and for no other.
func (f *hostingForm) secretKeeper() keeper {
	id, c := f.card.profile.ID, f.kept
	if f.touched() || !needsSecret(c) {
		return nil
	}
	return func(ctx context.Context, secret string, where keys.Location) error {
		return f.host.Profiles.SaveHostSecret(ctx, id, c, secret, where)
	}
}

// needsSecret reports whether a hosting needs a secret.
func needsSecret(c hosting.Config) bool { return c.KeyName() != "" }

// readHosting reads the hosting of a profile, with the default lifetime of links. A profile that never had hosting
// deletes its pictures after a job. A kind of hosting of an older version is off.
func readHosting(raw json.RawMessage) (hosting.Config, error) {
	c := hosting.Config{DeleteAfter: true}
	var err error
	if len(raw) > 0 {
		var kept hosting.Config
		if err = json.Unmarshal(raw, &kept); err != nil {
			err = fmt.Errorf("read image hosting: %w", err)
		} else {
			c = kept
		}
	}
	if !c.On() {
		c.Kind = ""
	}
	c.S3.LifetimeSeconds = int64(c.S3.Lifetime() / time.Second)
	return c, err
}

func addressWord(way string) string {
	switch way {
	case hosting.AddressPath:
		return lang.L("in the path")
	case hosting.AddressHost:
		return lang.L("in the host name")
	}
	return lang.L("as the service has it")
}

func lifetimeWords(d time.Duration) string {
	days := int(d / (24 * time.Hour))
	switch {
	case d == 24*time.Hour*time.Duration(days) && days > 1:
		return lang.N("%d day", "%d days", days, days)
	case d > 0 && d%time.Hour == 0:
		hours := int(d / time.Hour)
		return lang.N("%d hour", "%d hours", hours, hours)
	}
	return d.String()
}

// problems returns the problem of each field by its name.
func (f *hostingForm) problems() map[string]string {
	out := map[string]string{}
	for _, p := range f.typed.Validate() {
		if out[p.Field] == "" {
			out[p.Field] = hostingProblem(p.Fault)
		}
	}
	return out
}

// hostingProblem returns a fault as text.
func hostingProblem(f hosting.Fault) string {
	return map[hosting.Fault]string{
		hosting.FaultNoEndpoint:       lang.L("Enter the endpoint."),
		hosting.FaultEndpointPath:     lang.L("An endpoint has no path. Enter the bucket in its own field."),
		hosting.FaultNotAnAddress:     lang.L("This is not a valid address."),
		hosting.FaultScheme:           lang.L("It must start with http:// or https://."),
		hosting.FaultNoHost:           lang.L("It has no host."),
		hosting.FaultUserInAddress:    lang.L("It must not contain a user name or password. They have their own fields."),
		hosting.FaultQuery:            lang.L("It must not have a query or fragment."),
		hosting.FaultNoBucket:         lang.L("Enter the name of the bucket."),
		hosting.FaultBucketName:       lang.L("A bucket has 3 to 63 letters, digits, dots and hyphens."),
		hosting.FaultBucketBeforeIP:   lang.L("An IP address cannot have the bucket in its host name. Choose the path."),
		hosting.FaultAddressing:       lang.L("Unknown kind of address."),
		hosting.FaultFolderCharacters: lang.L("The folder name contains invalid characters."),
		hosting.FaultFolderLength:     lang.L("The folder name is too long."),
		hosting.FaultFolderParts:      lang.L("The folder name must not contain empty parts, . or .."),
		hosting.FaultNoAccessKey:      lang.L("Enter the access key."),
		hosting.FaultAccessKey:        lang.L("The access key contains invalid characters."),
		hosting.FaultRegion:           lang.L("The region contains invalid characters."),
		hosting.FaultLifetime:         lang.L("A signed link can be valid for one second to seven days."),
	}[f]
}
