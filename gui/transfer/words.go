package transfer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"viviscope/client"
	"viviscope/client/mp4"
	"viviscope/client/picturefile"
	"viviscope/client/transfer"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/facts"
	"viviscope/gui/lang"
	"viviscope/gui/media"
	"viviscope/gui/wording"
)

// importedWords returns the outcome of an import in one line: "212 imported, 14 were here already, 3 are no pictures or
// clips."
func importedWords(r transfer.ImportResult) string {
	var parts []string
	for _, part := range []struct {
		n     int
		words string
	}{
		{r.New, lang.N("%s imported", "%s imported", r.New, lang.Number(r.New))},
		{r.Known, lang.N("%s already in the library", "%s already in the library", r.Known, lang.Number(r.Known))},
		{r.Foreign, lang.N("%s skipped: not a supported picture or clip", "%s skipped: not a supported picture or clip",
			r.Foreign, lang.Number(r.Foreign))},
		{r.Links, lang.N("%s link skipped", "%s links skipped", r.Links, lang.Number(r.Links))},
		{r.Damaged, lang.N("%s skipped: damaged", "%s skipped: damaged",
			r.Damaged, lang.Number(r.Damaged))},
		{r.Sidecars, lang.N("%s sidecar could not be read", "%s sidecars could not be read", r.Sidecars,
			lang.Number(r.Sidecars))},
		{r.Failed, lang.N("%s could not be read", "%s could not be read", r.Failed, lang.Number(r.Failed))},
	} {
		if part.n > 0 {
			parts = append(parts, part.words)
		}
	}
	said := []string{lang.L("There was nothing to import.")}
	if len(parts) > 0 {
		said[0] = wording.Sentence(wording.Commas(parts...))
	}
	if r.Stills > 0 {
		said = append(said, lang.N("%s GIF: only its first picture was imported.",
			"%s GIFs: only their first pictures were imported.",
			r.Stills, lang.Number(r.Stills)))
	}
	switch {
	case errors.Is(r.Stopped, folder.ErrDiskFull):
		said = append(said, lang.L("The rest was left out because the disk is full."))
	case r.Stopped != nil:
		said = append(said, lang.L("The rest was cancelled."))
	}
	if r.Archives > 0 {
		said = append(said, lang.L("Unpack archives first; their contents are not imported."))
	}
	return strings.Join(said, " ")
}

// exportedWords returns the outcome of an export in one line.
func exportedWords(r transfer.ExportResult) string {
	parts := []string{lang.N("%s file", "%s files", r.Files, lang.Number(r.Files)), wording.Bytes(r.Bytes)}
	said := []string{wording.Sentence(wording.Commas(parts...))}
	if n := r.Beside; n > 0 {
		said = append(said, lang.N("%s file cannot hold its settings or is signed with content credentials. It was copied unchanged, with a sidecar.",
			"%s files cannot hold their settings or are signed with content credentials. They were copied unchanged, with sidecars.",
			n, lang.Number(n)))
	}
	if n := len(r.Problems); n > 0 {
		said = append(said, lang.N("%s could not be read and is missing.", "%s could not be read and are missing.", n,
			lang.Number(n)))
	}
	return strings.Join(said, " ")
}

// problemWords returns the name of a file and its problem, in one line.
func problemWords(p transfer.Problem) string {
	why := faultWords(p.Err)
	if format := transfer.UnsupportedFormat(p.Path); format != "" && errors.Is(p.Err, folder.ErrNoMedia) {
		why = lang.L("%s is not supported. Convert it to JPEG or PNG.", format)
	}
	return lang.X("fault and detail", "%s: %s", filepath.Base(p.Path), why)
}

// faultWords returns why a file was not imported or exported.
func faultWords(err error) string {
	var verdict *client.FileError
	switch {
	case errors.Is(err, fs.ErrPermission):
		return lang.L("no permission to read it")
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("it no longer exists")
	case errors.Is(err, transfer.ErrNotPlain):
		return lang.L("it is not a file")
	case errors.Is(err, transfer.ErrEmpty):
		return lang.L("the file is empty")
	case errors.Is(err, transfer.ErrLink):
		return lang.L("a symbolic link, which is not followed")
	case errors.Is(err, db.ErrSidecar):
		return lang.L("imported without its sidecar, which describes another file")
	case errors.As(err, &verdict):
		return wording.Verdict(verdict, media.Install())
	case errors.Is(err, folder.ErrNoMedia):
		return lang.L("not a supported picture or clip")
	case errors.Is(err, picturefile.ErrDamaged), errors.Is(err, mp4.ErrDamaged), errors.Is(err, mp4.ErrCut):
		return lang.L("it is damaged")
	}
	return lang.L("it cannot be read")
}

// exportFault returns why an export failed, and what to do next.
func exportFault(err error) string {
	var space *transfer.SpaceError
	switch {
	case errors.As(err, &space):
		return lang.L("Not enough space: %s needed, %s free. Choose another folder or fewer files.",
			wording.Bytes(space.Need), wording.Bytes(space.Free))
	case errors.Is(err, context.Canceled):
		return lang.L("Stopped. Nothing was left behind.")
	case errors.Is(err, folder.ErrDiskFull):
		return lang.L("The disk is full. Nothing was left behind. Choose another folder or fewer files.")
	case errors.Is(err, fs.ErrPermission):
		return lang.L("No permission to write to that folder. Choose another one.")
	case errors.Is(err, fs.ErrNotExist):
		return lang.L("That folder no longer exists. Choose another one.")
	case errors.Is(err, transfer.ErrInLibrary):
		return lang.L("That folder is inside the library. Choose one outside it.")
	case errors.Is(err, transfer.ErrNothing):
		return lang.L("None of the files could be read. Check the library in Settings.")
	}
	return lang.L("The export failed, and nothing was left behind: %s", wording.Fault(err))
}

func pixels(f mp4.Format) string { return fmt.Sprintf("%d × %d", f.Width, f.Height) }

// why returns the differences between the film and a clip that cannot be copied, in sentences. encoded: the whole film
// is encoded, not only the sound of the clip.
func why(m *mp4.Mismatch, number int, encoded bool) string {
	var sentences []string
	for _, reason := range m.Reasons {
		sentences = append(sentences, differenceWords(reason, m))
	}
	what := strings.Join(sentences, " ")
	if !encoded {
		return lang.L("The sound of clip %s is encoded again. %s Its frames are copied.", lang.Number(number), what)
	}
	return lang.L("Clip %s: %s", lang.Number(number), what)
}

// differenceWords returns one difference between a clip and the film as a sentence.
func differenceWords(why mp4.Reason, m *mp4.Mismatch) string {
	have, want := m.Have, m.Want
	switch why {
	case mp4.OtherCodec:
		own, film := have.CodecName(), want.CodecName()
		if have.FormatName() != want.FormatName() {
			own, film = have.FormatName(), want.FormatName()
		}
		if own == film {
			return lang.L("Its video is stored in a way that cannot be copied.")
		}
		return lang.L("It is %s; the film is %s.", own, film)
	case mp4.OtherSize:
		return lang.L("It has %s pixels, the film %s.", pixels(have), pixels(want))
	case mp4.OtherPixelAspect:
		return lang.L("Its pixels have the shape %s, the film’s %s.", have.PixelAspect.String(),
			want.PixelAspect.String())
	case mp4.OtherDepth:
		return lang.L("It has %s bits per colour, the film %s.", lang.Number(have.Depth), lang.Number(want.Depth))
	case mp4.OtherChroma:
		return lang.L("Its colour sampling is %s, the film’s %s.", have.Chroma, want.Chroma)
	case mp4.OtherColour:
		return lang.L("Its colours are %s, the film’s %s.", colourWords(have.Colour), colourWords(want.Colour))
	case mp4.OtherRate:
		return lang.L("It has %s frames per second, the film %s.", facts.Short(have.FPS), facts.Short(want.FPS))
	case mp4.OtherTimestamps:
		return lang.L("Its frames cannot be joined exactly.")
	case mp4.NeedsRotation:
		return lang.L("It is stored turned.")
	case mp4.OtherSound:
		if have.Channels == want.Channels && have.SampleRate == want.SampleRate {
			return lang.L("The format of its sound differs.")
		}
		return lang.L("Its sound is %s at %s Hz, the film’s %s at %s Hz.", channelWords(have.Channels),
			lang.Number(have.SampleRate),
			channelWords(want.Channels), lang.Number(want.SampleRate))
	case mp4.OtherCut:
		return lang.N("A copy cannot leave out exactly %s frame at its end.",
			"A copy cannot leave out exactly %s frames at its end.",
			m.Cut, lang.Number(m.Cut))
	}
	return lang.L("It is shown by its pictures.")
}

// channelWords returns a number of sound channels as text.
func channelWords(n int) string {
	switch n {
	case 1:
		return lang.X("sound", "mono")
	case 2:
		return lang.X("sound", "stereo")
	case 6:
		return "5.1"
	case 8:
		return "7.1"
	}
	return lang.N("%s channel", "%s channels", n, lang.Number(n))
}

// colourWords returns a colour format as text. It mentions a high dynamic range and a full range.
func colourWords(c mp4.Colour) string {
	name := c.Name()
	if c.HDR() != "" {
		name += " (HDR)"
	}
	if c.Full {
		name = lang.L("%s with full range", name)
	}
	return name
}

// joinFault returns why a film could not be made, and what to do next.
func joinFault(err error) string {
	switch {
	case errors.Is(err, context.Canceled):
		return lang.L("Stopped. Nothing was left behind.")
	case errors.Is(err, folder.ErrDiskFull):
		return lang.L("The disk is full. Nothing was left behind. Free some space, then try again.")
	case errors.Is(err, mp4.ErrTooLong):
		return lang.L("The film would be longer than 3 hours or larger than 4 GB. Remove some clips.")
	}
	return lang.L("The film could not be made, and nothing was left behind: %s", wording.Fault(err))
}
