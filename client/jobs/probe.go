package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"viviscope/client"
	"viviscope/client/decode"
	"viviscope/db"
	"viviscope/db/folder"
)

// Probe measures a file with [client.ProbeFile], in the form that [db.Options] expects. An animated picture has a
// duration. A picture that is too large for the service gets its size from its header.
func Probe(ctx context.Context, _ db.AssetKind, path string) (db.Media, error) {
	info, err := client.ProbeFile(ctx, path)
	m := db.Media{
		MIME: info.MIME, Width: info.Width, Height: info.Height,
		Seconds: info.Seconds, FPS: info.FPS, HasAudio: info.HasAudio,
	}
	var verdict *client.FileError
	if err == nil || errors.As(err, &verdict) && verdict.Condition == client.PartlyShown {
		return m, err
	}
	if large, ok := headerSize(path); ok && !info.Clip && !errors.As(err, &verdict) {
		large.MIME = info.MIME
		return large, nil
	}
	return m, err
}

// headerSize returns the size of a picture from its header, after its rotation.
func headerSize(path string) (m db.Media, ok bool) {
	f, err := os.Open(path)
	if err != nil {
		return m, false
	}
	defer f.Close() // it was only read
	if m.MIME, m.Width, m.Height, err = folder.Measure(f); err != nil {
		return m, false
	}
	if _, err = f.Seek(0, io.SeekStart); err != nil {
		return m, false
	}
	m.Width, m.Height = client.Upright(f, m.Width, m.Height)
	return m, true
}

// measureClip measures a clip that was just opened, and closes it. A clip that decodes only in part is measured too.
func measureClip(f *os.File, err error) (db.Media, error) {
	if err != nil {
		return db.Media{MIME: folder.MP4}, err
	}
	f.Close() // only its name is used
	m, err := Probe(context.Background(), db.Clip, f.Name())
	m.MIME = cmp.Or(m.MIME, folder.MP4)
	return m, err
}

// containerOf returns the extension and the media type of a delivered file by its first bytes, and closes the file.
// Unknown or unreadable files count as MP4, which was ordered.
func containerOf(f *os.File, err error) (ext, mime string) {
	if err != nil {
		return "mp4", folder.MP4
	}
	defer f.Close()
	head := make([]byte, decode.SniffLen)
	n, _ := io.ReadFull(f, head)
	mime = decode.TypeOf(head[:n])
	if !decode.IsClip(mime) {
		return "mp4", folder.MP4
	}
	return decode.Extension(mime), mime
}

// checkPicture judges a picture that was just opened, and closes it. Errors: [client.ErrDamaged], with the size of the
// part that can be decoded, and read errors.
func checkPicture(f *os.File, err error) (client.FileInfo, error) {
	if err != nil {
		return client.FileInfo{}, err
	}
	f.Close() // only its name is used
	info, err := client.ProbeFile(context.Background(), f.Name())
	if err == nil && info.Clip {
		err = fmt.Errorf("%w: a clip came in the place of a picture", client.ErrDamaged)
	}
	return info, err
}

// formatOf returns the extension of a file that the program cannot decode, by its first bytes, and closes it.
func formatOf(f *os.File, err error) (ext string, _ error) {
	if err != nil {
		return "", err
	}
	defer f.Close()
	head := make([]byte, 16)
	if n, err := f.ReadAt(head, 0); n < len(head) && err != io.EOF {
		return "", err
	}
	first := map[string]string{"png": "\x89PNG", "jpg": "\xff\xd8\xff", "gif": "GIF8", "tif": "II*\x00", "bmp": "BM"}
	for ext, first := range first {
		if strings.HasPrefix(string(head), first) {
			return ext, nil
		}
	}
	switch string(head[8:12]) {
	case "WEBP":
		return "webp", nil
	case "avif":
		return "avif", nil
	case "heic", "mif1":
		return "heic", nil
	}
	return "bin", nil
}
