package transfer

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"viviscope/client/mp4"
	"viviscope/client/transfer/transfertest"
)

func testTimeline(fps float64) Timeline {
	t := Timeline{Name: "Harbour at dusk", FPS: fps, Width: 1280, Height: 720}
	for i := range 8 {
		n := fmt.Sprint(i + 1)
		t.Shots = append(t.Shots, TimelineShot{Name: "Shot " + n, File: "clips/shot-0" + n + ".mp4",
			Ref: strings.Repeat(n, 32), FPS: fps, Frames: 120 + i,
			Width: 1280, Height: 720, Cut: i % 3, Channels: i % 2 * 6, SampleRate: 48000, Prompt: "a boat & \"sea\" <" +
				n + ">\nand more", Seam: "shared"})
	}
	t.Shots[3].File, t.Shots[3].Channels = "", 0

	t.Shots[5].FPS, t.Shots[6].Caption, t.Shots[7].Seam = 2*fps, "The boats come home.\n\nAll of them --> here.", ""
	return t
}

// The documents of a film have each shot at the right frame, at every frame rate. VIVISCOPE_LISTS names a folder to
// store them for manual tests.
func TestTimelineDocumentsCountFrames(t *testing.T) {
	for _, fps := range []float64{23.976, 24, 25, 29.97, 30, 16, 60} {
		tl := testTimeline(fps)
		if dir := os.Getenv("VIVISCOPE_LISTS"); dir != "" {
			for end, data := range map[string][]byte{"otio": tl.OTIO(), "fcpxml": tl.FCPXML(), "srt": tl.SRT()} {
				transfertest.Write(t, data, dir, fmt.Sprintf("%g.%s", fps, end))
			}
		}
		var otio struct {
			Schema string `json:"OTIO_SCHEMA"`
			Tracks struct {
				Children []struct {
					Children []struct {
						Schema string                                           `json:"OTIO_SCHEMA"`
						Range  struct{ Duration struct{ Value, Rate float64 } } `json:"source_range"`
					}
				}
			}
		}
		if err := json.Unmarshal(tl.OTIO(), &otio); err != nil || otio.Schema != "Timeline.1" ||
			len(otio.Tracks.Children) != 2 {
			t.Fatalf("%+v, %v", otio, err)
		}
		var doc struct {
			Assets []struct {
				Src string `xml:"src,attr"`
			} `xml:"resources>asset"`
			Spine struct {
				All []struct {
					Offset, Duration string
					Attrs            []xml.Attr `xml:",any,attr"`
				} `xml:",any"`
			} `xml:"library>event>project>sequence>spine"`
		}
		if err := xml.Unmarshal(tl.FCPXML(), &doc); err != nil || len(doc.Assets) != 7 ||
			doc.Assets[0].Src != "clips/shot-01.mp4" {
			t.Fatalf("%+v, %v", doc, err)
		}
		at := 0
		num, den := rateFraction(fps)
		for i, s := range tl.Shots {
			length := s.Frames - s.Cut
			if i == 5 {
				length = (length + 1) / 2
			}
			d := otio.Tracks.Children[0].Children[i].Range.Duration
			if d.Value != float64(length) || d.Rate != float64(num)/float64(den) {
				t.Errorf("%g: OTIO has %g frames of shot %d at %g, the film %d", fps, d.Value, i+1, d.Rate, length)
			}
			for _, a := range doc.Spine.All[i].Attrs {
				want := map[string]string{"offset": fmt.Sprintf("%d/%ds", at*den, num),
					"duration": fmt.Sprintf("%d/%ds", length*den, num)}[a.Name.Local]
				if want != "" && a.Value != want {
					t.Errorf("%g: FCPXML has %s %s of shot %d, the film %s", fps, a.Name.Local, a.Value, i+1, want)
				}
			}
			at += length
		}
	}
	tl := testTimeline(24)
	if got := string(tl.SRT()); got != "1\n00:00:27,833 --> 00:00:33,083\nThe boats come home.\nAll of them → here.\n\n" {
		t.Errorf("%q", got)
	}
	tl.Shots[6].Caption = ""
	if got := string(tl.SRT()); !strings.HasPrefix(got,
		"1\n00:00:00,000 --> 00:00:05,000\na boat & \"sea\" <1>\nand more\n\n2\n") {
		t.Errorf("without captions %q", got)
	}
}

// Each clip has its own size, frame rate, length and timecode in the documents, independent of the film.
func TestTimelineDocumentsDescribeEachClip(t *testing.T) {
	tl := Timeline{Name: "x", FPS: 25, Width: 1280, Height: 720, Shots: []TimelineShot{
		{Name: "a", File: "a.mp4", Ref: "aa", FPS: 25, Width: 1280, Height: 720, Frames: 50, Channels: 6,
			SampleRate: 44100},
		{Name: "b", File: "b.mp4", Ref: "bb", FPS: 24, Width: 720, Height: 1280, Frames: 48,
			Start: mp4.Timecode{Frame: 880141, Ticks: 512, Scale: 12288}},
		{Name: "c", File: "c.mp4", Ref: "cc", FPS: 30000. / 1001, Width: 1280, Height: 720, Frames: 60,
			Start: mp4.Timecode{Frame: 107892, Ticks: 1001, Scale: 30000, Drop: true}},
	}}
	var doc struct {
		Formats []struct {
			ID            string `xml:"id,attr"`
			FrameDuration string `xml:"frameDuration,attr"`
			Width         int    `xml:"width,attr"`
			Height        int    `xml:"height,attr"`
		} `xml:"resources>format"`
		Assets []struct {
			Start         string `xml:"start,attr"`
			Duration      string `xml:"duration,attr"`
			Format        string `xml:"format,attr"`
			AudioChannels string `xml:"audioChannels,attr"`
			AudioRate     string `xml:"audioRate,attr"`
		} `xml:"resources>asset"`
		Clips []struct {
			Start    string `xml:"start,attr"`
			Format   string `xml:"format,attr"`
			TCFormat string `xml:"tcFormat,attr"`
			Offset   string `xml:"offset,attr"`
		} `xml:"library>event>project>sequence>spine>asset-clip"`
	}
	if err := xml.Unmarshal(tl.FCPXML(), &doc); err != nil || len(doc.Formats) != 3 || len(doc.Assets) != 3 ||
		len(doc.Clips) != 3 {
		t.Fatalf("%+v, %v", doc, err)
	}
	for i, want := range []string{"1/25s 1280 720 0s 50/25s f0 6 44100 0s f0 NDF 0/25s",
		"1/24s 720 1280 880141/24s 48/24s f1   880141/24s f1 NDF 50/25s",
		"1001/30000s 1280 720 8999991/2500s 60060/30000s f2   8999991/2500s f2 DF 100/25s"} {
		f, a, c := doc.Formats[i], doc.Assets[i], doc.Clips[i]
		if got := fmt.Sprint(f.FrameDuration, " ", f.Width, " ", f.Height, " ", a.Start, " ", a.Duration, " ", a.Format,
			" ", a.AudioChannels, " ", a.AudioRate,
			" ", c.Start, " ", c.Format, " ", c.TCFormat, " ", c.Offset); got != want {
			t.Errorf("FCPXML has %s, the clip is %s", got, want)
		}
	}
	var otio struct {
		Tracks struct {
			Children []struct {
				Children []struct {
					Range otioRange `json:"source_range"`
					Media struct {
						Range otioRange `json:"available_range"`
					} `json:"media_reference"`
					Metadata struct{ Viviscope struct{ Width, Height int } }
				}
			}
		}
	}
	if err := json.Unmarshal(tl.OTIO(), &otio); err != nil {
		t.Fatal(err)
	}
	b := otio.Tracks.Children[0].Children[1]
	whole := otioRange{otioTime{880141, 24}, otioTime{48, 24}}
	if b.Range.Start != whole.Start || b.Media.Range != whole || b.Metadata.Viviscope.Height != 1280 {
		t.Errorf("OTIO has %+v", b)
	}
}

type otioTime struct{ Value, Rate float64 }

type otioRange struct {
	Start    otioTime `json:"start_time"`
	Duration otioTime `json:"duration"`
}

// Any user text gives valid documents and never changes their structure.
func TestTimelineDocumentsEscapeTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(),
			rapid.SampledFrom([]string{"", "\n\n1\n00:00:00,000 --> 00:00:01,000\n", "=1+1", "]]>&amp;", "a\r\rb",
				"\u2028x\x00\x1b", "001  AX       V     C"}))
		tl := Timeline{Name: text.Draw(t, "name"), FPS: rapid.SampledFrom([]float64{24, 29.97}).Draw(t, "fps")}
		subtitles := 0
		for range rapid.IntRange(1, 4).Draw(t, "shots") {
			s := TimelineShot{Name: text.Draw(t, "shot"), Frames: rapid.IntRange(1, 400).Draw(t, "frames"), FPS: tl.FPS,
				Caption: text.Draw(t, "caption")}
			if rapid.Bool().Draw(t, "clip") {
				s.File, s.Ref = "clips/a.mp4", "0a"
			}
			if strings.Join(strings.Fields(strings.ToValidUTF8(s.Caption, "x")), "") != "" {
				subtitles++
			}
			tl.Shots = append(tl.Shots, s)
		}
		if !json.Valid(tl.OTIO()) {
			t.Fatal("OTIO")
		}
		if err := xml.Unmarshal(tl.FCPXML(), new(struct{})); err != nil {
			t.Fatal(err)
		}
		if blocks := strings.Split(string(tl.SRT()), "\n\n"); len(blocks)-1 != subtitles {
			t.Fatalf("%d subtitles of %d: %q", len(blocks)-1, subtitles, tl.SRT())
		}
	})
}

// The FCPXML has only elements and attributes that its document type allows, including all required ones (Apple's DTD
// of FCPXML 1.8).
func TestFCPXMLFollowsItsDocumentType(t *testing.T) {
	type rule struct{ in, must, may string }
	rules := map[string]rule{
		"fcpxml": {"", "version", ""}, "resources": {"fcpxml", "", ""},
		"library": {"fcpxml", "", "location colorProcessing"},
		"format":  {"resources", "id", "name frameDuration width height fieldOrder colorSpace"},
		"asset": {"resources", "id src",
			"name uid start duration hasVideo format hasAudio audioSources audioChannels audioRate"},
		"event": {"library", "", "name uid"}, "project": {"event", "", "name uid"},
		"spine":    {"sequence", "", "name format"},
		"sequence": {"project", "format", "duration tcStart tcFormat audioLayout audioRate renderFormat"},
		"gap":      {"spine", "duration", "name offset start enabled"},
		"asset-clip": {"spine", "ref",
			"name offset start duration enabled srcEnable format audioRole videoRole tcStart tcFormat"},
		"note": {"asset-clip", "", ""},
	}
	d := xml.NewDecoder(bytes.NewReader(testTimeline(29.97).FCPXML()))
	in, ids, refs := []string{""}, map[string]bool{}, []string(nil)
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			r, known := rules[e.Name.Local]
			has := map[string]string{}
			for _, a := range e.Attr {
				has[a.Name.Local] = a.Value
				if !slices.Contains(strings.Fields(r.must+" "+r.may), a.Name.Local) {
					t.Errorf("%s of %s", a.Name.Local, e.Name.Local)
				}
			}
			for _, must := range strings.Fields(r.must) {
				if has[must] == "" {
					t.Errorf("%s has no %s", e.Name.Local, must)
				}
			}
			if id := has["id"]; !known || r.in != in[len(in)-1] || id != "" && (ids[id] || id[0] < 'a') {
				t.Errorf("%s %s in %s", e.Name.Local, id, in[len(in)-1])
			}
			ids[has["id"]] = true
			refs = append(refs, has["ref"], has["format"])
			in = append(in, e.Name.Local)
		case xml.EndElement:
			in = in[:len(in)-1]
		}
	}
	for _, ref := range refs {
		if ref != "" && !ids[ref] {
			t.Errorf("nothing is %s", ref)
		}
	}
}
