package decode

import (
	"strings"
	"testing"
)

func TestTypeOf(t *testing.T) {
	for head, want := range map[string]string{
		"\x89PNG\r\n\x1a\n":                                                PNG,
		"\xff\xd8\xff\xe0":                                                 JPEG,
		"GIF89a":                                                           GIF,
		"RIFF\x00\x00\x00\x00WEBP":                                         WebP,
		"RIFF\x00\x00\x00\x00AVI LIST":                                     AVI,
		"\x1a\x45\xdf\xa3\x01\x42\x82\x84webm":                             WebM,
		"\x1a\x45\xdf\xa3\x01\x42\x82\x88matroska":                         Matroska,
		"\x00\x00\x00\x18ftypisom\x00\x00\x00\x00":                         MP4,
		"\x00\x00\x00\x18ftypqt  \x00\x00\x00\x00":                         QuickTime,
		"\x00\x00\x00\x18ftyp3gp4\x00\x00\x00\x00":                         ThreeGP,
		"\x00\x00\x00\x18ftypM4A \x00\x00\x00\x00":                         M4A,
		"\x00\x00\x10\x00moov\x00\x00\x00\x6cmvhd":                         QuickTime,
		"\x00\x00\x00\x0cfree\x00\x00\x00\x00\x00\x00\x00\x18ftypisom\x00": MP4,
		"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00":                         "",
		"\x00\x00\x00\x18ftypavif\x00\x00\x00\x00":                         "",
		"\x00\x00\x00\x00ftypisom\x00\x00\x00\x00":                         "",
		"hello, this is a text":                                            "",
		"#EXTM3U\nfile:///etc/passwd":                                      "",
		"RIFF\x00\x00\x00\x00WAVEfmt ":                                     "",
		"":                                                                 "",
		"BM":                                                               "",
	} {
		if got := TypeOf([]byte(head)); got != want {
			t.Errorf("%q: %q, want %q", head, got, want)
		}
	}
}

// The log lines are from several versions of ffmpeg.
func TestParseLog(t *testing.T) {
	for name, tt := range map[string]struct {
		log  string
		want logSummary
	}{
		"whole": {"[info] Input #0, matroska,webm, from 'a':\n[info]   Duration: 01:02:03.50, start: 0.000000, bitrate: 31 kb/s\n" +
			"[info]   Stream #0:0(und): Audio: aac (LC), 44100 Hz\n[info]   Stream #0:1: Video: vp9 (Profile 0), yuv420p, 64x48\n[info] Stream mapping:\n" +
			"[info]   Stream #0:0: Video: rawvideo (I420 / 0x30323449)\n", logSummary{codec: "vp9", seconds: 3723.5}},
		"a demuxer that complains": {"[mov,mp4,m4a,3gp,3g2,mj2 @ 0x55] [error] wrong sample count\n",
			logSummary{lastError: "wrong sample count"}},
		"a codec that complains": {"[mov,mp4 @ 0x55] [error] one\n[h264 @ 0x55] [error] two\n[h264 @ 0x55] [error] three\n",
			logSummary{lastError: "three", mediaError: "two"}},
		"version 7": {"[vist#0:0/h264 @ 0x55] [dec:h264 @ 0x66] [error] Error submitting packet to decoder: Invalid data\n",
			logSummary{lastError: "[dec:h264 @ 0x66] Error submitting packet to decoder: Invalid data",
				mediaError: "[dec:h264 @ 0x66] Error submitting packet to decoder: Invalid data"}},
		"no codec": {"[info]   Stream #0:0: Video: none (zzz9 / 0x397A7A7A), 64x48\n[fatal] Decoder (codec none) not found for input stream #0:0\n",
			logSummary{lastError: "Decoder (codec none) not found for input stream #0:0", unknownCodec: true}},
	} {
		got := parseLog([]byte(tt.log))
		got.inInput = false
		if got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
}

func TestFrameCounter(t *testing.T) {
	var c frameCounter
	err := c.read(strings.NewReader("#software: x\n#tb 0: 1/24\n#media_type 0: video\n#dimensions 0: 720x576\n#sar 0: 64/45\n#tb 1: 1/48000\n" +
		"#media_type 1: audio\n0, 2, 2, 1, 9, 0x1\n1, 0, 0, 96000, 9, 0x1\n0, 3, 3, 1, 9, 0x1\n0, 1, 1, 1, 9, 0x1\nnonsense\n9,1,1,1\n"))
	r := c.result()
	if err != nil || r.Frames != 3 || r.Width != 1024 || r.Height != 576 || !r.HasAudio || r.LongestSeconds != 2 ||
		r.Seconds != 0.125 || r.FPS != 24 {
		t.Errorf("%+v, %v", r, err)
	}
}

func FuzzParseLog(f *testing.F) {
	f.Add("[info]   Duration: 01:02:03.50\n[h264 @ 0x5] [error] x", "#tb 0: 1/0\n0,1,2,3")
	f.Fuzz(func(t *testing.T, log, lines string) {
		parseLog([]byte(log))
		var c frameCounter
		_ = c.read(strings.NewReader(lines))
		if r := c.result(); r.Width < 0 && r.Frames > 0 && r.Width > 1<<20 {
			t.Errorf("%+v", r)
		}
	})
}
