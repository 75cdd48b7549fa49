package editor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"viviscope/client"
	"viviscope/client/picturefile"
	"viviscope/db"
	"viviscope/db/folder"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// pictureMemory is how many bytes of decoded pictures are kept: two of the largest with room to spare. The picture that was
// used last always stays.
const pictureMemory = 160 << 20

// errTrashed says that a picture of a drawing is in the trash.
var errTrashed = errors.New("the picture is in the trash")

// pictureCache decodes the pictures that drawings refer to and keeps those that were used last. It is safe for several
// goroutines; none of them is the window's.
type pictureCache struct {
	library Library
	files   Files

	mu   sync.Mutex
	kept []cached // the last used one at the end
}

type cached struct {
	ref  string
	read picturefile.Picture
}

func (c *pictureCache) Picture(ref string) (*image.RGBA, error) {
	r, err := c.open(context.Background(), ref)
	return r.Image, err
}

// open returns a picture with what its file says about its colours.
func (c *pictureCache) open(ctx context.Context, ref string) (picturefile.Picture, error) {
	if r, ok := c.find(ref); ok {
		return r, nil
	}
	asset, err := c.library.AssetByRef(ctx, ref)
	if err != nil {
		return picturefile.Picture{}, err
	}
	if !asset.TrashedAt.IsZero() {
		return picturefile.Picture{}, fmt.Errorf("open picture %.8s: %w", ref, errTrashed)
	}
	data, err := c.files.Read(ctx, asset)
	if err != nil {
		return picturefile.Picture{}, fmt.Errorf("read picture %.8s: %w", ref, err)
	}
	r, err := picturefile.Read(bytes.NewReader(data))
	if err != nil {
		return picturefile.Picture{}, fmt.Errorf("read picture %.8s: %w", ref, err)
	}
	c.keep(cached{ref, r})
	return r, nil
}

func (c *pictureCache) find(ref string) (picturefile.Picture, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.kept, func(k cached) bool { return k.ref == ref })
	if i < 0 {
		return picturefile.Picture{}, false
	}
	found := c.kept[i]
	c.kept = append(slices.Delete(c.kept, i, i+1), found)
	return found.read, true
}

// keep holds a picture and drops those that were used the longest ago, until the bound is kept.
func (c *pictureCache) keep(k cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept = append(c.kept, k)
	held := 0
	for i, k := range slices.Backward(c.kept) {
		if held += len(k.read.Image.Pix); held > pictureMemory && i < len(c.kept)-1 {
			c.kept = slices.Clone(c.kept[i+1:])
			return
		}
	}
}

// pictureWords are the sentences about a picture. Each is whole for each kind of picture: the words around a name bend
// otherwise in other languages.
type pictureWords struct{ opening, cannotBeOpened, isLeftOut string }

func wordsOfName(name string) pictureWords {
	return pictureWords{lang.L("Opening %s…", name), lang.L("%s cannot be opened.", name), lang.L("%s was skipped.", name)}
}

func wordsOfAsset(a db.Asset) pictureWords {
	switch {
	case a.Name != "":
		return wordsOfName(a.Name)
	case a.Prompt != "":
		return wordsOfName(lang.L("“%s”", shortPrompt(a.Prompt)))
	}
	return pictureWords{lang.L("Opening the picture…"), lang.L("The picture cannot be opened."), lang.L("A picture was skipped.")}
}

// shortPrompt is the beginning of a prompt, in one line.
func shortPrompt(prompt string) string {
	const most = 40
	words := []rune(strings.Join(strings.Fields(prompt), " "))
	if len(words) > most {
		words = append(words[:most-1], '…')
	}
	return string(words)
}

// fileTitle is what a file that is made of a picture or clip begins with. Like all names of files it is in no language of the
// window.
func fileTitle(a db.Asset) string {
	switch {
	case a.Name != "":
		return strings.TrimSuffix(a.Name, filepath.Ext(a.Name))
	case a.Prompt != "":
		return shortPrompt(a.Prompt)
	case a.Kind == db.Clip:
		return "clip"
	}
	return "picture"
}

// troubleWords says why a picture cannot be opened, and what to do.
func troubleWords(err error) string {
	if words, ok := wording.PictureTrouble(err); ok {
		return words
	}
	switch {
	case errors.Is(err, picturefile.ErrFormat), errors.Is(err, picturefile.ErrDamaged), errors.Is(err, client.ErrDamaged),
		errors.Is(err, folder.ErrNoMedia):
		return lang.L("It is damaged or not a picture. PNG, JPEG, WebP, BMP and GIF can be opened.")
	case errors.Is(err, errTrashed):
		return lang.L("One of its pictures is in the trash. Restore it first.")
	}
	return wording.Fault(err)
}
