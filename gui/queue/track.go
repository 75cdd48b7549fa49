package queue

import (
	"context"
	"errors"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
	"viviscope/gui/wording"
	"viviscope/resources"
)

// trackPatience is how long the service is waited for when it is asked about a task ID.
const trackPatience = 30 * time.Second

// NeedsYou keeps what waits for a person, and nothing else.
func (s *Screen) NeedsYou() { s.choose(needsYou) }

// trackSheet asks for the ID of a task that was made elsewhere.
type trackSheet struct {
	s       *Screen
	sheet   *widgets.Sheet
	task    *widgets.Entry
	trouble *widgets.Text
	do      *widgets.Button
	asking  bool
}

// TrackTask opens the sheet that makes a job of a task which the service knows already. The place must be in the window.
func (s *Screen) TrackTask() {
	c := fyne.CurrentApp().Driver().CanvasForObject(s.Content())
	if c == nil || (s.sheet != nil && s.sheet.sheet.Shown()) {
		return
	}
	t := &trackSheet{s: s, task: widgets.NewEntry()}
	t.task.SetPlaceHolder(lang.L("Task ID"))
	t.task.OnChanged = func(string) { t.check() }
	t.task.OnSubmitted = func(string) { t.ask() }
	t.trouble = widgets.NewText("", resources.SizeSM, resources.Err, false).Wrap(true)
	t.trouble.Hide()
	t.do = widgets.NewButton(lang.L("Track it"), nil, widgets.Primary, t.ask)
	later := widgets.NewButton(lang.X("verb", "Cancel"), nil, widgets.Quiet, func() { t.sheet.Hide() })
	content := widgets.NewColumn(10,
		widgets.NewText(lang.L("Track a task ID"), resources.SizeH2, resources.Text1, true),
		widgets.NewText(lang.L("For a clip that was made elsewhere with the account of %s. The service is asked whether it knows the task; nothing is sent that costs anything. "+
			"A task that belongs to an unconfirmed job is found with Resolve… on that job.", s.deps.Front().Name), resources.SizeSM, resources.Text2, false).Wrap(true),
		container.NewBorder(nil, nil, nil, widgets.NewInset(0, 0, 0, 4, t.do), t.task),
		t.trouble,
		widgets.NewRow(8, widgets.NewSpring(), later),
	)
	t.check()
	t.sheet = widgets.ShowSheet(c, content, nil)
	s.sheet = t
	c.Focus(t.task)
}

// id is what was typed, without the blanks that pasting brings along.
func (t *trackSheet) id() string { return strings.TrimSpace(t.task.Text) }

func (t *trackSheet) check() {
	if t.id() == "" || t.asking {
		t.do.Disable()
	} else {
		t.do.Enable()
	}
}

// ask asks the service and closes the sheet, or says in it why that came to nothing.
func (t *trackSheet) ask() {
	if t.do.Disabled() {
		return
	}
	t.asking = true
	t.check()
	t.trouble.Hide()
	id, profile := t.id(), t.s.deps.Front()
	t.s.deps.Do(lang.L("Could not track the task."), func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, trackPatience)
		defer cancel()
		_, err := t.s.deps.Engine.Track(ctx, profile.ID, id)
		t.s.deps.Post(func() { t.answered(err, profile.Name) })
		return nil // the sheet says it
	})
}

func (t *trackSheet) answered(err error, profile string) {
	t.asking = false
	t.check()
	if err == nil {
		t.sheet.Hide()
		t.s.deps.Refresh()
		return
	}
	t.trouble.SetText(trackTrouble(err, profile))
	t.trouble.Show()
	t.sheet.Refresh()
}

// trackTrouble words why a task is not tracked.
func trackTrouble(err error, profile string) string {
	if words, ok := wording.TaskTrouble(err); ok {
		return words
	}
	switch {
	case errors.Is(err, client.ErrAuth):
		return lang.L("The service refused the key (401). Nothing was changed.")
	case errors.Is(err, keys.ErrNone):
		return lang.L("No key for %s. Nothing was changed.", profile)
	case errors.Is(err, context.DeadlineExceeded):
		return lang.L("The service did not answer. Nothing was changed.")
	}
	return lang.L("Not tracked: %s. Nothing was changed.", err.Error())
}
