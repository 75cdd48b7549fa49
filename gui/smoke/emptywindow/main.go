// Emptywindow shows a window with nothing in it. It is the yardstick for the program's own start:
// what Fyne and the system need before anybody can see anything.
package main

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/container"
)

func main() {
	w := app.NewWithID("app.viviscope.emptywindow").NewWindow("Empty")
	w.SetContent(container.NewWithoutLayout())
	w.Resize(fyne.NewSize(1440, 900))
	w.ShowAndRun()
}
