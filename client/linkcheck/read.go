package linkcheck

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"mime"
	"net/http"
	"strings"

	"viviscope/client"
)

// read takes the picture out of the last answer. Its first bytes are looked at before the rest is fetched: a clip or a
// page is not worth 32 MiB.
func read(resp *http.Response, watch *watch, host string) (Picture, error) {
	if resp.StatusCode != http.StatusOK {
		return Picture{}, statusErr(host, resp.StatusCode)
	}
	refuse := func(kind error, words string) (Picture, error) {
		return Picture{}, &Error{Host: host, Status: resp.StatusCode, Kind: kind, Words: words}
	}
	if resp.ContentLength > MaxBytes {
		return refuse(ErrTooLarge, fmt.Sprintf("over %d MB", MaxBytes>>20))
	}
	body := bufio.NewReader(fedReader{resp.Body, watch})
	head, err := body.Peek(512)
	if err != nil && !errors.Is(err, io.EOF) {
		return Picture{}, err
	}
	if !isPicture(head) {
		return refuse(ErrNotPicture, kindOf(head))
	}
	data, err := io.ReadAll(io.LimitReader(body, MaxBytes+1))
	switch {
	case err != nil:
		return Picture{}, err
	case len(data) > MaxBytes:
		return refuse(ErrTooLarge, fmt.Sprintf("over %d MB", MaxBytes>>20))
	}
	if c, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil && oversize(c.Width, c.Height) {
		return refuse(ErrTooLarge, fmt.Sprintf("%d by %d pixels", c.Width, c.Height))
	}
	info, err := client.CheckImage(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return refuse(ErrNotPicture, WordsDamaged)
	}
	return Picture{Width: info.Width, Height: info.Height, Format: info.Format, Bytes: int64(len(data)), Data: data, ContentType: contentType(resp)}, nil
}

func oversize(w, h int) bool {
	return w > client.MaxPictureSide || h > client.MaxPictureSide || w*h > client.MaxPicturePixels
}

// isPicture knows the formats that the service takes by their first bytes.
func isPicture(head []byte) bool {
	switch http.DetectContentType(head) {
	case "image/png", "image/jpeg", "image/webp":
		return true
	}
	return false
}

// kindOf puts into words what came instead of a picture.
func kindOf(head []byte) string {
	kind := http.DetectContentType(head)
	switch main, sub, _ := strings.Cut(kind, "/"); {
	case len(head) == 0:
		return WordsEmpty
	case strings.HasPrefix(kind, "text/html"):
		return WordsPage
	case strings.HasPrefix(kind, "text/"):
		return WordsText
	case main == "image":
		return WordsOtherFormat + sub
	case main == "video":
		return WordsVideo
	}
	return WordsOther
}

// contentType is what the server claims. It decides nothing here; the service may read more into it.
func contentType(resp *http.Response) string {
	t, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil || len(t) > 100 {
		return ""
	}
	return t
}
