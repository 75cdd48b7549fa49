package transfer

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
	"iter"
	"slices"
	"strings"
)

const (
	pngMagic = "\x89PNG\r\n\x1a\n"
	// maxChunks limits the chunks of a PNG that are read. A picture of 64 megapixels in chunks of 8 KB, as some
	// programs write, stays below it.
	maxChunks = 1 << 16
)

// chunk is a part of a PNG: its length, its name, its content and a checksum.
type chunk struct {
	at   int64
	name string
	size int64 // of its content
}

func (c chunk) body() int64 { return c.at + 8 }
func (c chunk) end() int64  { return c.at + 12 + c.size }

// chunks returns the chunks of a PNG up to the end of the picture.
func chunks(r io.ReaderAt, size int64) iter.Seq2[chunk, error] {
	return func(yield func(chunk, error) bool) {
		at := int64(len(pngMagic))
		for range maxChunks {
			var head [8]byte
			if err := readFull(r, head[:], at); err != nil {
				yield(chunk{}, err)
				return
			}
			c := chunk{at, string(head[4:]), int64(binary.BigEndian.Uint32(head[:4]))}
			if c.size > 1<<31-1 || c.end() > size {
				yield(c, damaged("a chunk is larger than the file"))
				return
			}
			if !yield(c, nil) || c.name == "IEND" {
				return
			}
			at = c.end()
		}
		yield(chunk{}, damaged("too many chunks"))
	}
}

// signedPNG reports whether a PNG has content credentials.
func signedPNG(r io.ReaderAt, size int64) (bool, error) {
	for c, err := range chunks(r, size) {
		if err != nil || c.name == signedChunk {
			return err == nil, err
		}
		if c.name != "iTXt" || c.size < int64(len(xmpKeyword)) {
			continue
		}
		name := make([]byte, len(xmpKeyword))
		if err := readFull(r, name, c.body()); err != nil {
			return false, err
		}
		if string(name) == xmpKeyword {
			if named, err := namesProvenance(io.NewSectionReader(r, c.body(), c.size)); named || err != nil {
				return named, err
			}
		}
	}
	return false, nil
}

// writePNG inserts the texts right after the header, because readers may stop at any later chunk.
func writePNG(w io.Writer, r io.ReaderAt, size int64, t fileTexts) error {
	if signed, err := signedPNG(r, size); err != nil {
		return err
	} else if signed {
		return errSigned
	}
	if _, err := io.WriteString(w, pngMagic); err != nil {
		return err
	}
	last := int64(len(pngMagic))
	for c, err := range chunks(r, size) {
		if err != nil {
			return err
		}
		first := c.at == int64(len(pngMagic))
		if first && c.name != "IHDR" {
			return damaged("it does not begin with its header")
		}
		last = c.end()
		if ours, err := isOwnChunk(r, c); err != nil {
			return err
		} else if ours {
			continue
		}
		if err := copySpan(w, r, c.at, c.end()); err != nil {
			return err
		}
		if first {
			texts := slices.Concat(textChunk("Description", t.description), textChunk("parameters", t.parameters),
				textChunk("Software", software), textChunk(keyword, string(t.record)))
			if _, err := w.Write(texts); err != nil {
				return err
			}
		}
	}
	return copySpan(w, r, last, size) // keep data after the picture
}

// textChunk returns a text as an uncompressed iTXt chunk, so that a plain search finds it. For an empty text it returns
// nil.
func textChunk(keyword, text string) []byte {
	if text == "" {
		return nil
	}
	body := append([]byte("iTXt"+keyword), 0, 0, 0, 0, 0) // end of keyword; plain, no method, language or translation
	body = append(body, strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "")...)
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)-4))
	out = append(out, body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(body))
}

// isOwnChunk reports whether a chunk is a text that will be replaced.
func isOwnChunk(r io.ReaderAt, c chunk) (bool, error) {
	if c.name != "iTXt" && c.name != "tEXt" && c.name != "zTXt" {
		return false, nil
	}
	head := make([]byte, min(c.size, 80)) // a keyword has at most 79 bytes
	err := readFull(r, head, c.body())
	name, _, _ := bytes.Cut(head, []byte{0})
	switch string(name) {
	case keyword, "Description", "parameters", "Software":
		return true, err
	}
	return false, err
}

func readPNG(r io.ReaderAt, size int64) ([]byte, error) {
	for c, err := range chunks(r, size) {
		if err != nil {
			return nil, err
		}
		if c.name != "iTXt" || c.size > maxRecord+1024 {
			continue
		}
		body := make([]byte, c.size)
		if err := readFull(r, body, c.body()); err != nil {
			return nil, err
		}
		if text := internationalText(body); text != nil {
			return text, nil
		}
	}
	return nil, nil
}

// internationalText returns the text of an iTXt chunk with our keyword; nil for another keyword, or if it cannot be
// decompressed.
func internationalText(body []byte) []byte {
	name, rest, _ := bytes.Cut(body, []byte{0})
	if string(name) != keyword || len(rest) < 2 {
		return nil
	}
	packed, method := rest[0], rest[1]
	_, rest, ok1 := bytes.Cut(rest[2:], []byte{0}) // the language
	_, rest, ok2 := bytes.Cut(rest, []byte{0})     // the keyword in that language
	if !ok1 || !ok2 || packed > 1 || method != 0 {
		return nil
	}
	if packed == 0 {
		return rest
	}
	z, err := zlib.NewReader(bytes.NewReader(rest)) // some programs compress every text that they copy
	if err != nil {
		return nil
	}
	if rest, err = io.ReadAll(io.LimitReader(z, maxRecord+1)); err != nil || len(rest) > maxRecord {
		return nil
	}
	return rest
}
