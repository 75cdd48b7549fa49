// Command playbench plays clips in a real window and prints measurements as JSON. The benchmarks of package player run
// it.
//
// Usage: playbench [-width W -height H] [-seconds S] [-opens N] CLIP
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/color"
	"log"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"viviscope/client/guard"
	"viviscope/gui/media/player"
	"viviscope/gui/media/player/playbench/result"
)

func main() {
	width, height := flag.Int("width", 1280, "of the panel, in pixels"),
		flag.Int("height", 720, "of the panel, in pixels")
	length := flag.Duration("time", 60*time.Second, "how long to play")
	opens := flag.Int("opens", 0, "open and close the clip so often instead")
	flag.Parse()
	debug.SetGCPercent(30) // as the program does
	a := app.NewWithID("viviscope.playbench")
	w := a.NewWindow("playbench")
	w.SetPadded(false)
	states := make(chan player.State, 1)
	p := player.New(player.Options{Post: fyne.Do, Audio: "null"})
	p.SetVolume(50)
	p.OnState(func(s player.State) {
		select {
		case <-states:
		default:
		}
		states <- s
	})
	v := player.NewView(p)
	// A frame counts when the window has painted it. This raster is generated again in each paint after a frame.
	shown := 0
	painted := canvas.NewRasterWithPixels(func(int, int, int, int) color.Color { return color.Transparent })
	paint := painted.Generator
	painted.Generator = func(w, h int) image.Image { shown++; return paint(w, h) }
	p.OnFrame(func(im *image.RGBA) { v.Display(im); painted.Refresh() })
	corner := container.NewWithoutLayout(painted)
	painted.Resize(fyne.NewSize(1, 1))
	w.SetContent(container.NewStack(v, corner))
	scale := w.Canvas().Scale()
	w.Resize(fyne.NewSize(float32(*width)/scale, float32(*height)/scale))
	var got result.Result
	guard.Go("bench", func() {
		defer fyne.Do(func() { p.Close(); a.Quit() })
		if *opens > 0 {
			got = comeAndGo(p, states, flag.Arg(0), *opens)
		} else {
			got = play(p, states, flag.Arg(0), *length, func() int {
				n := 0
				fyne.DoAndWait(func() { n, shown = shown, 0 })
				return n
			})
		}
		fyne.DoAndWait(func() {
			if im, ok := v.Shown().(*image.RGBA); ok {
				got.Size = [2]int{im.Rect.Dx(), im.Rect.Dy()}
			}
		})
		if err := json.NewEncoder(os.Stdout).Encode(got); err != nil {
			log.Print(err)
		}
	})
	w.ShowAndRun()
}

// until returns the first state that ok accepts.
func until(states chan player.State, ok func(player.State) bool) player.State {
	for s := range states {
		if s.Err != nil {
			log.Fatal(s.Err)
		}
		if ok(s) {
			return s
		}
	}
	return player.State{}
}

// play plays a clip in a loop.
func play(
	p *player.Player, states chan player.State, path string, length time.Duration, count func() int,
) result.Result {
	fyne.Do(func() { p.SetLoop(0, 0); p.Load(path); p.Play() })
	s := until(states, func(s player.State) bool { return s.Loaded && s.Position > 500*time.Millisecond })
	count()
	began, before := time.Now(), cpu()
	var r result.Result
	for range 10 {
		time.Sleep(length / 10)
		r.MB = append(r.MB, resident())
	}
	r.Shown = count()
	r.Seconds = time.Since(began).Seconds()
	r.CPUShare = (cpu() - before).Seconds() / r.Seconds
	r.Due = r.Seconds * s.FPS
	answered := make(chan struct{})
	p.Drops(func(decoder, output int64) { r.Decoder, r.Output = decoder, output; close(answered) })
	<-answered
	return r
}

// comeAndGo opens and closes a clip many times.
func comeAndGo(p *player.Player, states chan player.State, path string, times int) result.Result {
	var r result.Result
	for range times {
		fyne.Do(func() { p.Load(path); p.Play() })
		until(states, func(s player.State) bool { return s.Loaded && s.Position > 300*time.Millisecond })
		fyne.Do(p.Unload)
		until(states, func(s player.State) bool { return s.Path == "" })
		r.MB = append(r.MB, resident())
	}
	return r
}

// resident returns the resident memory of this process in MB, or 0 if unknown.
func resident() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	var kb float64
	if _, err := fmt.Sscan(after, &kb); err != nil {
		return 0
	}
	return kb / 1024
}
