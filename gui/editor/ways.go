package editor

import (
	"context"
	"image"
	"net/url"
	"strings"
	"time"

	"viviscope/client"
	"viviscope/db"
	"viviscope/gui/dnd"
	"viviscope/gui/lang"
	"viviscope/gui/widgets"
)

// ChooseFile asks for a picture of this computer and opens it.
func (s *Screen) ChooseFile() {
	if s.d.OnChooseFile != nil {
		s.d.OnChooseFile(s.OpenFile)
	}
}

// ChooseGallery asks for a picture or clip of the library and opens it.
func (s *Screen) ChooseGallery() {
	if s.d.OnChooseGallery != nil {
		s.d.OnChooseGallery(s.OpenAsset)
	}
}

// Paste opens the file or the address that is on the clipboard.
func (s *Screen) Paste() {
	text := strings.TrimSpace(s.d.Pasted())
	line, _, _ := strings.Cut(text, "\n")
	line = strings.TrimSpace(line)
	if path, ok := dnd.FilePath(line); ok {
		s.OpenFile(path)
		return
	}
	if u, err := url.Parse(line); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
		s.OpenLink(line)
		return
	}
	if text == "" {
		s.notice(lang.L("Nothing that can be pasted is on the clipboard. Copy the address of a picture, or a file’s path."))
		return
	}
	s.notice(lang.L("What is on the clipboard is neither the address of a picture nor a file’s path."))
}

// consent asks whether a picture may be made smaller. The file that it comes from stays as it is.
func (s *Screen) consent(size image.Point, agreed func()) {
	c := s.d.Canvas()
	if c == nil {
		return
	}
	widgets.Ask(c, lang.L("This picture is larger than the service takes"),
		lang.L("It has %s px. The service takes at most %d px on the longest side. A smaller copy is made for the canvas; the file itself stays as it is.",
			sizeWords(size), client.MaxSide), nil,
		widgets.Answer{Word: lang.L("Do not open it"), Kind: widgets.Plain},
		widgets.Answer{Word: lang.L("Scale down to %d px", client.MaxSide), Kind: widgets.Primary, Enter: true, Do: agreed})
}

// askFrame asks which frame of a clip to open.
func (s *Screen) askFrame(clip db.Asset) {
	c := s.d.Canvas()
	if c == nil {
		return
	}
	end := time.Duration(clip.Seconds * float64(time.Second))
	if clip.FPS > 0 { // the last frame begins one frame before the end
		end = max(end-time.Duration(float64(time.Second)/clip.FPS), 0)
	}
	widgets.Ask(c, lang.L("Which frame of the clip?"),
		lang.L("The frame becomes a picture of the library. Another one can be opened from the player, where it stands."), nil,
		widgets.Answer{Word: lang.L("Cancel"), Kind: widgets.Plain},
		widgets.Answer{Word: lang.L("Last frame"), Kind: widgets.Plain, Do: func() { s.OpenFrame(clip, end) }},
		widgets.Answer{Word: lang.L("First frame"), Kind: widgets.Primary, Enter: true, Do: func() { s.OpenFrame(clip, 0) }})
}

// ChoosePart asks for a picture to place on the one on the canvas.
func (s *Screen) ChoosePart() {
	if s.page == nil || s.d.OnChooseGallery == nil {
		return
	}
	s.d.OnChooseGallery(s.placePart)
}

// placePart places a picture of the library upon the one on the canvas.
func (s *Screen) placePart(a db.Asset) {
	if a.Kind != db.Picture {
		s.notice(lang.L("Only a picture can be placed. Open a frame of the clip first: it becomes a picture of the library."))
		return
	}
	page := s.page
	s.d.Go(func() {
		read, err := s.album.open(context.Background(), a.Ref)
		s.d.Post(func() {
			switch {
			case s.page == nil || s.page != page:
			case err != nil:
				s.notice(subjectOf(a).cannotBePlaced() + " " + troubleWords(err))
			default:
				s.toolbox.Place(a.Ref, read.Image.Rect.Size(), nil)
				s.hand.Tool = s.toolbox.Tool().Kind()
				s.render()
			}
		})
	})
}
