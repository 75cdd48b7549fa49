package inside

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
	"strings"
	"unicode/utf8"
)

const (
	pngMagic = "\x89PNG\r\n\x1a\n"
	// keyword names the record, wherever it stands.
	keyword = "viviscope"
	// maxChunks is how many chunks of a PNG are looked at. A picture of 64 megapixels in pieces of 8 KB, as some programs
	// write them, stays below.
	maxChunks = 1 << 16
)

// chunk is a part of a PNG: its length, its name, so many bytes, and a checksum.
type chunk struct {
	at   int64
	name string
	size int64 // of what is in it
}

func (c chunk) body() int64 { return c.at + 8 }
func (c chunk) end() int64  { return c.at + 12 + c.size }

// eachChunk calls f for each chunk up to the end of the picture. f returns false to stop.
func eachChunk(r io.ReaderAt, size int64, f func(chunk) (bool, error)) error {
	at := int64(len(pngMagic))
	for range maxChunks {
		var head [8]byte
		if err := full(r, head[:], at); err != nil {
			return err
		}
		c := chunk{at, string(head[4:]), int64(binary.BigEndian.Uint32(head[:4]))}
		if c.size > 1<<31-1 || c.end() > size {
			return damaged("a chunk is larger than the file")
		}
		if more, err := f(c); err != nil || !more || c.name == "IEND" {
			return err
		}
		at = c.end()
	}
	return damaged("too many chunks")
}

// writePNG puts the texts behind the header, before everything that a reader may stop at.
func writePNG(w io.Writer, r io.ReaderAt, size int64, t Texts) error {
	if _, err := io.WriteString(w, pngMagic); err != nil {
		return err
	}
	first, last := true, int64(0)
	err := eachChunk(r, size, func(c chunk) (bool, error) {
		if first && c.name != "IHDR" {
			return false, damaged("it does not begin with its header")
		}
		last = c.end()
		ours, err := ownChunk(r, c)
		if err != nil || ours {
			return true, err
		}
		if err := span(w, r, c.at, c.end()); err != nil || !first {
			return true, err
		}
		first = false
		for _, text := range []struct{ keyword, text string }{
			{"Description", t.Description}, {"parameters", t.Parameters}, {"Software", t.Software}, {keyword, string(t.Record)},
		} {
			if text.text == "" {
				continue
			}
			if _, err := w.Write(textChunk(text.keyword, text.text)); err != nil {
				return false, err
			}
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	return span(w, r, last, size) // what stands behind the picture stays there
}

// textChunk is a text as iTXt, not packed: other programs find it with a plain search.
func textChunk(keyword, text string) []byte {
	body := append([]byte("iTXt"+keyword), 0, 0, 0, 0, 0) // its end; not packed, no method; no language; no translated keyword
	body = append(body, strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "")...)
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)-4))
	out = append(out, body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(body))
}

// ownChunk reports whether a chunk is a text that is written anew.
func ownChunk(r io.ReaderAt, c chunk) (bool, error) {
	if c.name != "iTXt" && c.name != "tEXt" && c.name != "zTXt" {
		return false, nil
	}
	head := make([]byte, min(c.size, 80)) // a keyword has at most 79 bytes
	if err := full(r, head, c.body()); err != nil {
		return false, err
	}
	name, _, _ := bytes.Cut(head, []byte{0})
	switch string(name) {
	case keyword, "Description", "parameters", "Software":
		return true, nil
	}
	return false, nil
}

func readPNG(r io.ReaderAt, size int64) (record []byte, err error) {
	err = eachChunk(r, size, func(c chunk) (bool, error) {
		if c.name != "iTXt" || c.size > MaxRecord+1024 {
			return true, nil
		}
		body := make([]byte, c.size)
		if err := full(r, body, c.body()); err != nil {
			return false, err
		}
		if text, ok := internationalText(body); ok {
			record = text
			return false, nil
		}
		return true, nil
	})
	return record, err
}

// internationalText is the text of an iTXt chunk that has our keyword.
func internationalText(body []byte) (text []byte, ok bool) {
	name, rest, _ := bytes.Cut(body, []byte{0})
	if string(name) != keyword || len(rest) < 2 {
		return nil, false
	}
	packed, method := rest[0], rest[1]
	_, rest, ok1 := bytes.Cut(rest[2:], []byte{0}) // the language
	_, rest, ok2 := bytes.Cut(rest, []byte{0})     // the keyword in that language
	if !ok1 || !ok2 || packed > 1 || method != 0 {
		return nil, false
	}
	if packed == 1 { // some programs pack every text that they copy
		z, err := zlib.NewReader(bytes.NewReader(rest))
		if err != nil {
			return nil, false
		}
		if rest, err = io.ReadAll(io.LimitReader(z, MaxRecord+1)); err != nil || len(rest) > MaxRecord {
			return nil, false
		}
	}
	return rest, utf8.Valid(rest)
}
