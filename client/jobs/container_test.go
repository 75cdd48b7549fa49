package jobs_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"viviscope/client/jobs"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

// box makes a box of an MP4 file.
func box(kind, content string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(content)))) + kind + content
}

// A file that does not begin like an MP4 was paid for too. It is stored as delivered, with the extension of its
// container, also by a rebuild.
func TestClipInOtherContainerIsKept(t *testing.T) {
	for name, c := range map[string]struct{ body, ext, mime string }{
		"WebM": {"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm" + box("x", "media"), ".webm", "video/webm"},
		"Matroska": {"\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska" + box("x", "media"), ".mkv",
			"video/x-matroska"},
		"QuickTime without a brand": {box("wide", "") + box("mdat", "media\x00") + box("moov", "tables"), ".mov",
			"video/quicktime"},
		"QuickTime": {box("ftyp", "qt  \x00\x00\x02\x00qt  ") + box("mdat", "media"), ".mov",
			"video/quicktime"},
		"MP4 behind a free box": {box("free", "\x00\x00\x00\x00") + box("ftyp", "isom\x00\x00\x02\x00isom") +
			box("mdat", "media"), ".mp4", "video/mp4"},
		"QuickTime behind a free box": {box("free", "\x00\x00\x00\x00") + box("ftyp", "qt  \x00\x00\x02\x00qt  ") +
			box("mdat", "media"), ".mov", "video/quicktime"},
		"something": {"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f\x10", ".mp4", "video/mp4"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStudio(t, sandboxtest.ContentRedirect)
			s.box.Faults().Add(sandboxtest.Fault{Path: "/v1/sandbox/clips/*", Kind: sandboxtest.Answer, Status: 200,
				Shape:   sandboxtest.ShapeRaw,
				Message: c.body, Header: map[string]string{"Content-Type": "video/mp4"}, Times: -1})
			j := s.until(s.clip("boats").ID, db.Saved)
			a := s.asset(j.ID)
			if j.ErrorCode != jobs.CodeAsDelivered || a.Kind != db.Clip || filepath.Ext(a.Path) != c.ext ||
				a.MIME != c.mime {
				t.Errorf("%s: kept as %s %s, %s", j.ErrorCode, a.Kind, a.Path, a.MIME)
			}
			path, err := s.lib.AbsPath(a.Path)
			s.must(err)
			if got, err := os.ReadFile(path); err != nil || string(got) != c.body {
				t.Errorf("%d bytes are kept, want %d, %v", len(got), len(c.body), err)
			}
			s.settled()
			s.close()
			_, err = db.Rebuild(t.Context(), s.dir, db.Options{Now: s.clock.Now})
			s.must(err)
			s.open()
			all, err := s.lib.Jobs(t.Context(), db.JobFilter{})
			s.must(err)
			if len(all) != 1 || all[0].State != db.Saved {
				t.Fatalf("after a rebuild: %+v", all)
			}
			if b := s.asset(all[0].ID); b.Kind != db.Clip || b.Path != a.Path || b.SHA256 != a.SHA256 {
				t.Errorf("after a rebuild: %+v", b)
			}
		})
	}
}
