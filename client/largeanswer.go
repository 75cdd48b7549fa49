package client

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
)

// maxShortString is the maximum length of a string of a large response that stays in memory, in bytes.
const maxShortString = 64 << 10

// readAnswer reads a response with pictures, and closes it. If the response is too large for memory, each long string
// is decoded into a file and replaced by a random name. Only pictures have strings that long. If there is an error,
// readAnswer also returns the part received so far.
func (c *Client) readAnswer(op string, resp *http.Response, into string) (*response, *largeResponse, error) {
	defer resp.Body.Close()
	limit := c.maxText
	if into == "" {
		limit = maxImageInMemory
	}
	all := &io.LimitedReader{R: resp.Body, N: c.maxPicture + 1}
	body, err := io.ReadAll(io.LimitReader(all, limit+1))
	large := &largeResponse{spillPrefix: into, limit: limit}
	if err == nil && int64(len(body)) > limit {
		body, err = large.read(bufio.NewReaderSize(io.MultiReader(bytes.NewReader(body), all), maxShortString))
	}
	if all.N == 0 {
		err = fmt.Errorf("%w: over %d bytes", ErrTooLarge, c.maxPicture)
	}
	a := &response{status: resp.StatusCode, header: resp.Header, body: body}
	if err != nil {
		return a, large, c.truncatedError(op, resp, body, err)
	}
	return a, large, nil
}

// largeResponse contains the pictures that were removed from a large response.
type largeResponse struct {
	spillPrefix string
	limit       int64                // maximum size without the pictures, in bytes
	pictures    map[string]ImageItem // by the name that replaces the string in the response
}

// restore puts the removed pictures into items, and deletes unused files. It returns the items with content.
func (a *largeResponse) restore(items []ImageItem) (whole []ImageItem) {
	for _, it := range items {
		for _, field := range []*string{&it.URL, &it.B64JSON} {
			if long, ok := a.pictures[*field]; ok {
				delete(a.pictures, *field)
				*field, it.File, it.tail = "", long.File, long.tail
			}
		}
		if it.URL != "" || it.B64JSON != "" || it.File != "" || it.tail != "" {
			whole = append(whole, it)
		}
	}
	for _, left := range a.pictures {
		_ = removeFile(left.File)
	}
	return whole
}

// read returns the response without its long strings. A string is long if it exceeds the buffer of r.
func (a *largeResponse) read(r *bufio.Reader) (text []byte, err error) {
	a.pictures = map[string]ImageItem{}
	mark := rand.Text()
	for {
		c, err := r.ReadByte()
		if err == io.EOF {
			return text, nil
		}
		if err != nil {
			return text, err
		}
		if int64(len(text)) > a.limit {
			return text, fmt.Errorf("%w: over %d bytes beside its pictures", ErrTooLarge, a.limit)
		}
		text = append(text, c)
		if c != '"' {
			continue
		}
		n := shortStringLen(r)
		if n < 0 {
			name := fmt.Sprintf("%s-%d", mark, len(a.pictures))
			if a.pictures[name], err = a.decodeString(r); err != nil {
				return text, err
			}
			text = append(append(text, name...), '"')
			continue
		}
		short, _ := r.Peek(n)
		text = append(text, short...)
		_, _ = r.Discard(n) // cannot fail: buffered
	}
}

// shortStringLen returns the length of the string at the reader, with its closing quote, or up to the end of the
// response. It returns -1 for a long string.
func shortStringLen(r *bufio.Reader) int {
	b, err := r.Peek(r.Size())
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	if err != nil {
		return len(b)
	}
	return -1
}

// decodeString decodes a long string into a file, or into memory if the disk is full. It stops at the first character
// that is not base64. The caller checks the picture later.
func (a *largeResponse) decodeString(r *bufio.Reader) (ImageItem, error) {
	if head, _ := r.Peek(min(256, r.Size())); hasScheme(string(head), "data") {
		_, _ = r.Discard(bytes.IndexByte(head, ',') + 1) // cannot fail: buffered
	}
	to := &spillWriter{}
	if a.spillPrefix != "" {
		if f, err := os.OpenFile(fmt.Sprintf("%s-%d.part", a.spillPrefix, len(a.pictures)),
			os.O_CREATE|os.O_TRUNC|os.O_WRONLY,
			0o600); err == nil {
			to.f = f
			defer f.Close()
		}
	}
	from := &jsonString{r: r}
	_, _ = io.Copy(to, base64.NewDecoder(base64.RawStdEncoding, &base64Normalizer{r: from}))
	_, _ = io.Copy(io.Discard, from)
	it := ImageItem{tail: string(to.tail)}
	if to.f != nil {
		it.File = to.f.Name()
		_ = to.f.Close() // Windows cannot remove an open file
	}
	switch {
	case from.err != io.EOF:
		_ = removeFile(it.File)
		return ImageItem{}, from.err
	case to.full:
		_ = removeFile(it.File)
		return ImageItem{}, fmt.Errorf("%w: over %d bytes that the disk does not take", ErrTooLarge, maxImageInMemory)
	}
	return it, nil
}

// spillWriter writes to a file, and to memory once the disk is full or if there is no file.
type spillWriter struct {
	f    *os.File // nil: memory only
	tail []byte   // bytes that are not in the file
	full bool     // tail reached its maximum
}

func (s *spillWriter) Write(p []byte) (n int, err error) {
	if s.f != nil && len(s.tail) == 0 {
		if n, err = s.f.Write(p); err == nil {
			return n, nil
		}
	}
	s.full = len(s.tail)+len(p)-n > maxImageInMemory
	if s.full {
		return n, ErrTooLarge
	}
	s.tail = append(s.tail, p[n:]...)
	return len(p), nil
}

// jsonString reads a JSON string after its opening quote. err is io.EOF after the closing quote.
type jsonString struct {
	r   *bufio.Reader
	err error
}

func (s *jsonString) Read(p []byte) (n int, err error) {
	for n < len(p) && s.err == nil {
		c, err := s.r.ReadByte()
		if err == nil && c == '\\' {
			c, err = s.escaped()
		} else if c == '"' {
			err = io.EOF
		} else if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		s.err = err
		if err == nil {
			p[n] = c
			n++
		}
	}
	return n, s.err
}

// escaped decodes an escape sequence. White space becomes a blank, and a character that is not ASCII becomes "!", which
// is invalid in base64.
func (s *jsonString) escaped() (byte, error) {
	c, err := s.r.ReadByte()
	switch {
	case err == io.EOF:
		return 0, io.ErrUnexpectedEOF
	case err != nil:
		return 0, err
	case c == 'n', c == 'r', c == 't':
		return ' ', nil
	case c != 'u':
		return c, nil
	}
	var hex [4]byte
	if _, err := io.ReadFull(s.r, hex[:]); err != nil {
		return 0, io.ErrUnexpectedEOF
	}
	var letter byte
	if _, err := fmt.Sscanf(string(hex[:]), "00%02x", &letter); err != nil || letter >= 0x80 {
		return '!', nil
	}
	return letter, nil
}
