package main

import (
	"context"
	"fmt"
	"bytes"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/container"

	"viviscope/db"
	"viviscope/gui/media"
	"viviscope/gui/transfer"
	"viviscope/gui/widgets"
	"viviscope/resources"
)

func main() {
	what, look := os.Args[1], resources.Dark
	if len(os.Args) > 2 && os.Args[2] == "light" {
		look = resources.Light
	}
	dir, _ := os.MkdirTemp("/tmp/vv/j", "lib")
	defer os.RemoveAll(dir)
	ctx := context.Background()
	lib, err := db.Open(ctx, filepath.Join(dir, "library"), db.Options{})
	if err != nil {
		panic(err)
	}
	prompts := []string{"Paper boats on a quiet canal at dusk, lanterns in the windows, soft film grain, wide shot", "夜の港、紙の船、静かな水面、灯りがゆれる", "A fox in the snow", "Лодки на канале", "an astronaut riding a horse on the moon, cinematic, volumetric light, 35 mm, very detailed long prompt that goes on and on"}
	var assets []db.Asset
	for i := range 29 {
		w, h := 640, 360
		if i%3 == 1 {
			w, h = 360, 640
		} else if i%3 == 2 {
			w, h = 512, 512
		}
		im := image.NewRGBA(image.Rect(0, 0, w, h))
		for y := range h {
			for x := range w {
				im.SetRGBA(x, y, color.RGBA{uint8(x * 255 / w), uint8(y * 255 / h), uint8(i * 9), 255})
			}
		}
		var b bytes.Buffer
		_ = png.Encode(&b, im)
		a, _, err := lib.Import(ctx, fmt.Sprintf("%d.png", i), &b, db.ImportMeta{Prompt: prompts[i%len(prompts)], Model: "image-2"})
		if err != nil {
			panic(err)
		}
		a.CostMicros, a.CostCurrency = new(int64(280_000)), "CNY"
		assets = append(assets, a)
	}

	thumbs := media.New(media.Options{Files: lib, Post: func(f func()) { f() }})
	defer thumbs.Close()
	if what == "makelib" {
		lib.Close()
		os.Rename(filepath.Join(dir, "library"), "/tmp/vv/j/mylib")
		return
	}
	if what == "sheetfile" {
		r, err := transfer.Export(ctx, lib, assets, transfer.ExportOptions{Folder: "/tmp/vv/j", Name: "contact", Sheets: true, Inside: true, Posters: thumbs})
		fmt.Println(r, err)
		return
	}
	a := app.NewWithID("x.y")
	a.Settings().SetTheme(resources.Theme(look))
	win := a.NewWindow("x")
	win.SetContent(container.NewStack(widgets.NewGround(resources.BgWindow)))
	win.Resize(fyne.NewSize(1120, 720))
	d := transfer.Deps{Importer: lib, Library: lib, Posters: thumbs, Dir: lib.Dir(), Canvas: win.Canvas, Post: fyne.Do,
		Go: func(f func(context.Context)) { go f(ctx) }, Now: time.Now, Say: func(_ bool, l, r string) { fmt.Println(l, r) }, OnChanged: func() {},
		OnShow: func([]int64) {}, OnChooseFolder: func(func(string)) {}, OnReveal: func(string) error { return nil },
		Export: transfer.Setting{Library: lib, Folder: "/tmp/vv/j"}}
	a.Lifecycle().SetOnStarted(func() {
		if what == "import" {
			transfer.ShowImport(d, []string{"/tmp/vv/j/in"})
		} else {
			transfer.ShowExport(d, assets)
		}
	})
	slog.Info("shown")
	win.ShowAndRun()
}
