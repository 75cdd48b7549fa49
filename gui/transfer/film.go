package transfer

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2"

	planning "viviscope/client/boards"
	"viviscope/client/transfer"
	"viviscope/db"
	"viviscope/gui/action"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// Plan is the film of a board, and the board itself.
type Plan struct {
	planning.Film
	Board action.FilmBoard
}

// film returns the film of the plan; nil: there is no plan.
func (p *Plan) film() *planning.Film {
	if p == nil {
		return nil
	}
	return &p.Film
}

// settingFilmExport is the library's setting that stores the options of the last board export.
const settingFilmExport = "export.board"

// choices returns the rows with the options of a board export. They write to o.
func (p *Plan) choices(o *transfer.ExportOptions) []fyne.CanvasObject {
	clips, captions := 0, 0
	for _, shot := range p.Shots {
		if shot.Clip.ID != 0 {
			clips++
		}
		if strings.TrimSpace(shot.Caption) != "" {
			captions++
		}
	}
	check := func(on *bool, what, means string) *fyne.Container {
		box, name := kit.NewCheck(func(v bool) { *on = v }), words(what).Wrap(false)
		box.SetOn(*on)
		box.SetName(name)
		return kit.NewRow(8, box, name, note(means).Wrap(false).Ellipsis(), kit.NewSpring())
	}
	subtitles := lang.L(".srt from the prompts: no captions")
	if captions > 0 {
		subtitles = lang.N(".srt, %s caption", ".srt, %s captions", captions, lang.Number(captions))
	}
	titles := map[string]string{"film": lang.L("Film"), "clips": lang.L("Clips folder"), "srt": lang.L("Subtitles")}
	hints := map[string]string{
		"film":   "MP4, " + wording.Bytes(p.Newest.Bytes),
		"clips":  lang.N("%s clip, whole, byte for byte", "%s clips, whole, byte for byte", clips, lang.Number(clips)),
		"otio":   lang.L(".otio: Resolve, Kdenlive"),
		"fcpxml": lang.L(".fcpxml: Final Cut Pro, Resolve"),
		"srt":    subtitles,
	}
	var rows []fyne.CanvasObject
	for _, f := range transfer.Formats {
		if f.Name == "film" && p.Newest.ID == 0 {
			rows = append(rows, note(lang.L("No film was made of this board yet.")))
			continue
		}
		rows = append(rows, check(o.Wants(f.Name), cmp.Or(f.Title, titles[f.Name]), hints[f.Name]))
	}
	return append(rows, check(&o.Sidecars, lang.L("Sidecars"), lang.L("a .json file beside each file")))
}

// costWords returns the sums that the clips of a film cost, one for each currency; "" if no cost is known.
func costWords(clips []db.Asset) string {
	var all []string
	sums := map[wording.MoneyFormat]int64{}
	var order []wording.MoneyFormat
	for _, a := range clips {
		if a.CostMicros != nil {
			f := wording.MoneyFormat{Currency: a.CostCurrency, Play: a.CostSandbox}
			if _, known := sums[f]; !known {
				order = append(order, f)
			}
			sums[f] = db.Sum(sums[f], *a.CostMicros)
		}
	}
	for _, f := range order {
		all = append(all, f.Alone(sums[f]))
	}
	if all == nil {
		return ""
	}
	return lang.N("The film is free. Its clip cost %[2]s.", "The film is free. Its %[1]s clips cost %[2]s.", len(clips),
		lang.Number(len(clips)), wording.Commas(all...))
}
