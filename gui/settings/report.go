package settings

import (
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"viviscope/client"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

// NewReport shows the steps of a connection test.
func NewReport(report client.Report, err error) fyne.CanvasObject {
	words := func(s client.Step) string { return stepWords(report.Origin, s) }
	steps := newSteps(report.Steps, words, took, notTested(err))
	if !inTheClear(report.Origin) {
		return steps
	}
	warning := widgets.NewText(inTheClearWords(), resources.SizeBody, resources.Warn, false).Wrap(true)
	return widgets.NewColumn(8, steps, warning)
}

// newSteps shows the steps of a test, or why it did not begin.
func newSteps(steps []client.Step, words, took func(client.Step) string, why string) fyne.CanvasObject {
	rows := widgets.NewColumn(6)
	for _, step := range steps {
		icon, color := resources.IconCheckCircle(), resources.OK
		switch {
		case !step.Ran:
			icon, color = resources.IconMinus(), resources.Text3
		case !step.OK:
			icon, color = resources.IconErrorCircle(), resources.Err
		}
		rows.Add(container.New(&widgets.Columns{Gap: 8, Height: 20, Columns: []widgets.Column{{Width: 16}, {Width: 280, Grow: true}, {Width: 96}}},
			widgets.NewIcon(icon, 16, color),
			widgets.NewText(words(step), resources.SizeBody, resources.Text1, false).Wrap(true),
			widgets.NewText(took(step), resources.SizeSM, resources.Text2, false).Trailing()))
	}
	if why != "" && len(steps) == 0 {
		rows.Add(widgets.NewText(why, resources.SizeSM, resources.Err, false).Wrap(true))
	}
	return widgets.NewCard(rows)
}

func millis(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) + " ms" }
