package transfer

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"viviscope/client/mp4"
)

func picture(t testing.TB, format string) []byte {
	t.Helper()
	im := image.NewRGBA(image.Rect(0, 0, 9, 7))
	for i := range im.Pix {
		im.Pix[i] = byte(i * 7)
	}
	im.SetRGBA(3, 3, color.RGBA{A: 255})
	var b bytes.Buffer
	var err error
	if format == "png" {
		err = png.Encode(&b, im)
	} else {
		err = jpeg.Encode(&b, im, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func clip(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("../../client/mp4/testdata/own.mp4")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func files(t testing.TB) map[string][]byte {
	return map[string][]byte{"png": picture(t, "png"), "jpeg": picture(t, "jpeg"), "mp4": clip(t)}
}

func written(t testing.TB, file []byte, texts fileTexts) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := writeTexts(&out, bytes.NewReader(file), int64(len(file)), texts); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func record(t testing.TB, file []byte) string {
	t.Helper()
	got, err := readRecord(bytes.NewReader(file), int64(len(file)))
	if err != nil && !errors.Is(err, ErrNoSettings) {
		t.Fatal(err)
	}
	return string(got)
}

var texts = fileTexts{description: "纸船 <on> a canal & \"boats\"\nsecond line 🛶", parameters: "a\nSeed: 1",
	record: []byte(`{"viviscope":1,"x":"ü"}`)}

// Written texts are read back, also after overwriting, and the pixels are unchanged.
func TestRecordRoundTrips(t *testing.T) {
	for name, file := range files(t) {
		t.Run(name, func(t *testing.T) {
			if got := record(t, file); got != "" {
				t.Fatalf("a record before: %q", got)
			}
			once := written(t, file, texts)
			if got := record(t, once); got != string(texts.record) {
				t.Errorf("record %q", got)
			}
			other := texts
			other.record = []byte(`{"viviscope":2}`)
			twice := written(t, once, other)
			if got := record(t, twice); got != string(other.record) {
				t.Errorf("record over another: %q", got)
			}
			if again := written(t, twice, texts); !bytes.Equal(again, once) {
				t.Errorf("%d bytes after writing thrice, %d after once: something is left", len(again), len(once))
			}
			same(t, name, file, twice)
		})
	}
}

func same(t *testing.T, name string, a, b []byte) {
	t.Helper()
	if name == "mp4" {
		if _, err := mp4.Check(bytes.NewReader(b), int64(len(b))); err != nil {
			t.Error(err)
		}
		return
	}
	x, _, err := image.Decode(bytes.NewReader(a))
	if err != nil {
		t.Fatal(err)
	}
	y, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 9 * 7 {
		if x.At(i%9, i/9) != y.At(i%9, i/9) {
			t.Fatalf("pixel %d differs", i)
		}
	}
}

// A long record is split into several segments and read back. It is ignored if one is missing.
func TestJPEGSplitsLongRecord(t *testing.T) {
	long := texts
	long.record = []byte(`{"viviscope":"` + strings.Repeat("纸船", 40_000) + `"}`)
	file := written(t, picture(t, "jpeg"), long)
	if record(t, file) != string(long.record) {
		t.Error("not whole")
	}
	start := bytes.Index(file, []byte("viviscope 2/")) - 4
	size := int(binary.BigEndian.Uint16(file[start+2:])) + 2
	if got := record(t, append(bytes.Clone(file[:start]), file[start+size:]...)); got != "" {
		t.Errorf("a record with a hole: %.40q", got)
	}
}

// Texts of other programs are kept.
func TestWriteKeepsTextsOfOtherPrograms(t *testing.T) {
	foreign := segmentBytes(segment{markAPP1, []byte(xmpName + "<x:xmpmeta>theirs</x:xmpmeta>")})
	remark := segmentBytes(segment{markCOM, []byte("viviscope is fine")})
	file := picture(t, "jpeg")
	file = append(append(append([]byte("\xff\xd8"), foreign...), remark...), file[2:]...)
	out := written(t, file, texts)
	if !bytes.Contains(out, foreign) || !bytes.Contains(out, remark) || strings.Count(string(out), xmpName) != 1 {
		t.Error("a foreign packet or remark is gone, or there are two packets")
	}
	if record(t, out) != string(texts.record) {
		t.Error("no record beside a foreign packet")
	}
	file = picture(t, "png")
	theirs := textChunk("Author", "somebody")
	file = append(append(bytes.Clone(file[:33]), theirs...), file[33:]...)
	file = append(file, "behind the end"...)
	if out := written(t, file, texts); !bytes.Contains(out, theirs) || !bytes.HasSuffix(out, []byte("behind the end")) {
		t.Error("a foreign text, or what stands behind the picture, is gone")
	}
}

func TestPromptIsReadableByOtherPrograms(t *testing.T) {
	p := written(t, picture(t, "png"), texts)
	for _, want := range []string{"iTXtDescription\x00", "iTXtparameters\x00", "iTXtSoftware\x00",
		"iTXtviviscope\x00"} {
		if !bytes.Contains(p, []byte(want)) {
			t.Errorf("no %q", want)
		}
	}
	j := written(t, picture(t, "jpeg"), texts)
	if !bytes.Contains(j, []byte("纸船 &lt;on&gt; a canal &amp; &#34;boats&#34;&#xA;second line")) {
		t.Error("no description in the packet of the JPEG, or one that is no XML")
	}
	c := written(t, clip(t), texts)
	comment, err := mp4.Tag(bytes.NewReader(c), int64(len(c)), mp4.TagComment)
	if err != nil || !strings.HasPrefix(comment, texts.description+"\n\nviviscope {") {
		t.Errorf("comment %q, %v", comment, err)
	}
}

func TestWriteReportsMissingRoom(t *testing.T) {
	huge := texts
	huge.record = bytes.Repeat([]byte("x"), maxRecord+1)
	tooLong := texts
	tooLong.record = bytes.Repeat([]byte("x"), maxComment)
	for name, c := range map[string]struct {
		file  []byte
		texts fileTexts
		want  error
	}{
		"webp":          {[]byte("RIFF\x00\x00\x00\x00WEBPVP8 "), texts, errNoRoom},
		"text":          {[]byte("hello"), texts, errNoRoom},
		"empty":         {nil, texts, errNoRoom},
		"huge record":   {picture(t, "png"), huge, errNoRoom},
		"long comment":  {clip(t), tooLong, errNoRoom},
		"cut png":       {picture(t, "png")[:40], texts, errDamaged},
		"cut jpeg":      {picture(t, "jpeg")[:40], texts, errDamaged},
		"cut mp4":       {clip(t)[:200], texts, errDamaged},
		"chunk too big": {[]byte(pngMagic + "\xff\xff\xff\xffIHDR"), texts, errDamaged},
	} {
		if err := writeTexts(io.Discard, bytes.NewReader(c.file), int64(len(c.file)), c.texts); !errors.Is(err,
			c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// sign adds content credentials: after the header of a PNG, and at the start of other files.
func sign(file []byte) []byte {
	be := func(n int) string { return string(binary.BigEndian.AppendUint32(nil, uint32(n))) }
	store := be(24) + "jumb" + be(16) + "jumdc2pa"
	in, at := be(24+len(store))+"uuid"+signedUUID+store, 0
	switch {
	case bytes.HasPrefix(file, []byte(pngMagic)):
		in, at = be(len(store))+"caBX"+store+"\x00\x00\x00\x00", 8+12+int(binary.BigEndian.Uint32(file[8:]))
	case bytes.HasPrefix(file, []byte("\xff\xd8")):
		in, at = string(segmentBytes(segment{markAPP11, []byte("JP\x00\x01\x00\x00\x00\x01" + store)})), 2
	case binary.BigEndian.Uint32(file) > 1:
		at = int(binary.BigEndian.Uint32(file))
	default:
		at = int(binary.BigEndian.Uint64(file[8:]))
	}
	return slices.Concat(file[:at], []byte(in), file[at:])
}

// Signed files are never modified.
func TestSignedFilesAreNotChanged(t *testing.T) {
	all := files(t)
	for name, file := range all {
		all[name] = sign(file)
	}
	long := slices.Concat([]byte("\x00\x00\x00\x01uuid"), binary.BigEndian.AppendUint64(nil, 40),
		[]byte(signedUUID+"manifest"))
	all["mp4, a long box at its end"] = append(clip(t), long...)
	p := picture(t, "png")
	all["png, before its end"] = slices.Concat(p[:len(p)-12], []byte("\x00\x00\x00\x00caBX\x00\x00\x00\x00"),
		p[len(p)-12:])
	// XMP that refers to content credentials.
	xmp := "<rdf:Description dcterms:provenance=\"https://example.com/m.c2pa\"/>"
	all["png, elsewhere"] = slices.Concat(p[:33], textChunk("XML:com.adobe.xmp", xmp), p[33:])
	j := picture(t, "jpeg")
	all["jpeg, elsewhere"] = slices.Concat(j[:2], segmentBytes(segment{markAPP1, []byte(xmpName + xmp)}), j[2:])
	all["mp4, elsewhere"] = slices.Concat(clip(t), binary.BigEndian.AppendUint32(nil, uint32(24+len(xmp))),
		[]byte("uuid"+xmpUUID+xmp))
	for name, file := range all {
		var out bytes.Buffer
		if err := writeTexts(&out, bytes.NewReader(file), int64(len(file)), texts); !errors.Is(err, errSigned) ||
			out.Len() > 0 {
			t.Errorf("%s: %d bytes, %v", name, out.Len(), err)
		}
	}
}

// A compressed text is not decompressed beyond the size limit of a record.
func TestCompressedBombIsRefused(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(keyword + "\x00\x01\x00\x00\x00")
	z := zlib.NewWriter(&b)
	for range 8 {
		if _, err := z.Write(make([]byte, maxRecord)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if text := internationalText(b.Bytes()); text != nil {
		t.Errorf("%d bytes", len(text))
	}
}

var errFull = errors.New("full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestFullDiskIsNotReportedAsDamage(t *testing.T) {
	for name, file := range files(t) {
		if err := writeTexts(fullDisk{}, bytes.NewReader(file), int64(len(file)), texts); !errors.Is(err, errFull) ||
			errors.Is(err, errDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, file := range files(f) {
		f.Add(file)
		f.Add(written(f, file, texts))
		f.Add(sign(file))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		got, err := readRecord(bytes.NewReader(file), int64(len(file)))
		if (err == nil) != (len(got) > 0) || len(got) > maxRecord {
			t.Fatalf("%d bytes, %v", len(got), err)
		}
		var out bytes.Buffer
		if err := writeTexts(&out, bytes.NewReader(file), int64(len(file)), texts); err != nil {
			if errors.Is(err, errSigned) && out.Len() > 0 {
				t.Fatalf("%d bytes of a file that is signed", out.Len())
			}
			return
		}
		both := sign(out.Bytes())
		if err := writeTexts(io.Discard, bytes.NewReader(both), int64(len(both)), texts); !errors.Is(err, errSigned) {
			t.Fatalf("content credentials are not seen: %v", err)
		}
		again, err := readRecord(bytes.NewReader(out.Bytes()), int64(out.Len()))
		if err != nil || !bytes.Equal(again, texts.record) {
			t.Fatalf("written but not found: %q, %v", again, err)
		}
	})
}
