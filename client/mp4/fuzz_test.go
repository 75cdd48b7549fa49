package mp4

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func seeds(t testing.TB) [][]byte {
	names, err := filepath.Glob("testdata/*.[m3]*") // mp4, mov, m4a, 3gp
	if err != nil || len(names) < 10 {
		t.Fatal("no seeds ", err)
	}
	var out [][]byte
	for _, n := range names {
		b, err := os.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b)
	}
	return out
}

// mutate damages a file in ways that affect a box parser: counts, sizes, names, cuts and repeats.
func mutate(r *rand.Rand, src []byte) []byte {
	values := []uint32{0, 1, 7, 8, 9, 12, 16, 0xffffffff, 0x7fffffff, 0x80000000, 0x10000000, 0x01000000, 0x00ffffff}
	known := []string{"stsz", "stsc", "stts", "stco", "stss", "ctts", "elst", "stsd", "avcC", "esds", "udta", "meta",
		"trak", "tkhd", "mdhd", "hdlr", "dref", "data", "avc1", "mp4a", "sgpd", "sbgp", "colr"}
	other := []string{"stz2", "senc", "saiz", "pssh", "uuid", "emsg", "tfra", "trun", "sidx", "subs", "ssix", "iods",
		"colr", "kind", "sdtp", "mvex", "ilst", "hvcC", "vvcC", "av1C", "dOps", "dfLa", "lhvC", "ludt", "co64", "moof"}
	b := bytes.Clone(src)
	for range 1 + r.IntN(6) {
		if len(b) < 16 {
			break
		}
		lim := len(b)
		if r.IntN(8) > 0 && lim > 3000 { // mostly the boxes, not the media data
			lim = 3000
		}
		at := r.IntN(lim - 8)
		switch r.IntN(8) {
		case 0:
			b[at] = byte(r.Uint32())
		case 1:
			b[at] ^= 1 << r.IntN(8)
		case 2, 3:
			binary.BigEndian.PutUint32(b[at:],
				append(values, uint32(len(b)), r.Uint32(), uint32(r.IntN(4096)))[r.IntN(len(values)+3)])
		case 4:
			if i := bytes.Index(b, []byte(known[r.IntN(len(known))])); i >= 4 {
				if k := i - 4 + 4*r.IntN(6); k+4 <= len(b) {
					binary.BigEndian.PutUint32(b[k:], values[r.IntN(len(values))])
				}
			}
		case 5:
			copy(b[at:], other[r.IntN(len(other))])
		case 6:
			n := min(r.IntN(200), len(b)-at)
			if r.IntN(2) == 0 {
				b = append(b[:at:at], b[at+n:]...)
			} else {
				b = append(b[:at+n:at+n], b[at:]...)
			}
		case 7:
			if r.IntN(6) == 0 {
				b = b[:r.IntN(len(b))]
			}
		}
	}
	return b
}

// checkHostile calls Check and verifies its guarantees: no panic, plausible results, bounded memory.
func checkHostile(t *testing.T, b []byte) bool {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	info, err := check(b)
	runtime.ReadMemStats(&after)
	if d := after.TotalAlloc - before.TotalAlloc; d > 8<<20+uint64(40*len(b)) {
		t.Fatalf("%d MB allocated for a file of %d bytes", d>>20, len(b))
	}
	if err != nil {
		return false
	}
	video := info.Width > 0 && info.Height > 0 && info.Frames > 0 && info.FPS > 0 && info.VideoCodec != ""
	soundOnly := info.Width == 0 && info.Frames == 0 && info.HasAudio && info.VideoCodec == ""
	if !video && !soundOnly || !(info.Seconds > 0) {
		t.Fatalf("accepted with %+v", *info)
	}
	return true
}

// The same thousands of broken files in each run. Mutating valid files finds more in a second than the fuzzing engine
// in a minute, because nearly all bytes of a box are structure.
func TestCheckSurvivesBrokenFiles(t *testing.T) {
	src := seeds(t)
	r := rand.New(rand.NewPCG(1, 2))
	accepted, n := 0, 3000
	if os.Getenv("VIVISCOPE_LONG") != "" {
		n = 12_000
	}
	for i := range n {
		if checkHostile(t, mutate(r, src[i%len(src)])) {
			accepted++
		}
	}
	if accepted == 0 || accepted == n {
		t.Errorf("%d of %d accepted: the mutation does nothing, or everything", accepted, n)
	}
	t.Logf("%d of %d accepted", accepted, n)
}

func FuzzCheck(f *testing.F) {
	for _, b := range seeds(f) {
		f.Add(b)
	}
	f.Add([]byte("<!DOCTYPE html><html>"))
	f.Fuzz(func(t *testing.T, b []byte) { checkHostile(t, b) })
}

// FuzzTag verifies that a text can be written into any file that Check accepts and read back, and that Check returns
// the same description afterwards.
func FuzzTag(f *testing.F) {
	for _, b := range seeds(f) {
		f.Add(b, TagComment, "paper boats")
	}
	f.Fuzz(func(t *testing.T, b []byte, key, text string) {
		was, err := check(b)
		if err != nil {
			if _, err := tagOf(b, key); err == nil {
				t.Error("a text is read out of a file that is not whole")
			}
			return
		}
		_, _ = tagOf(b, key)
		out, err := setTag(b, key, text)
		if err != nil {
			return
		}
		now, err := check(out)
		if err != nil || *now != *was {
			t.Fatalf("%+v became %+v, %v", *was, now, err)
		}
		// Other writers terminate a text with zeros.
		if got, err := tagOf(out, key); err != nil || got != strings.TrimRight(text, "\x00") {
			t.Errorf("%q under %q came back as %q, %v", text, key, got, err)
		}
	})
}
