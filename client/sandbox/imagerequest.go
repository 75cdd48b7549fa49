package sandbox

import (
	"encoding/json"
	"image"
	"net/http"
	"slices"

	"viviscope/client"
)

// pictureRequest is a validated picture call (interface 2.4).
type pictureRequest struct {
	client.ImageRequest
	links    []string      // links of pictures to edit
	inputs   []image.Image // decoded pictures to edit
	edit     bool
	wantsB64 bool // response_format was b64_json
}

// readGeneration reads POST /v1/images/generations, which accepts only JSON.
func readGeneration(w http.ResponseWriter, r *http.Request) (pictureRequest, *refusal) {
	var p pictureRequest
	f, bad := readJSON(w, r)
	if bad == nil {
		bad = p.fromJSON(f)
	}
	if bad != nil {
		return p, bad
	}
	if problems := p.Problems(); len(problems) > 0 {
		return p, invalid("%s", problems[0].Message)
	}
	return p, nil
}

// readEdit reads POST /v1/images/edits, as JSON or as a form (interface 4.5).
func readEdit(w http.ResponseWriter, r *http.Request) (pictureRequest, *refusal) {
	p := pictureRequest{edit: true}
	if isForm(r) {
		f, bad := readForm(w, r)
		if bad != nil {
			return p, bad
		}
		return p, p.editFromForm(f)
	}
	f, bad := readJSON(w, r)
	if bad != nil {
		return p, bad
	}
	return p, p.editFromJSON(f)
}

// fromJSON reads the fields that generations and edits share. It ignores unknown ones.
func (p *pictureRequest) fromJSON(f fields) *refusal {
	bad := f.checkSingle()
	if bad != nil {
		return bad
	}
	p.Model, bad = f.stringField("model")
	if bad != nil {
		return bad
	}
	p.Prompt, bad = f.stringField("prompt")
	if bad != nil {
		return bad
	}
	p.Size, p.Quality, p.OutputFormat = f.enumField("size"), f.enumField("quality"), f.enumField("output_format")
	p.wantsB64 = f.enumField("response_format") == "b64_json"
	return nil
}

func (p *pictureRequest) editFromJSON(f fields) *refusal {
	if f.get("image") != nil {
		return invalid("image is a file of a multipart form; in JSON send images, an array of objects with image_url")
	}
	if bad := p.fromJSON(f); bad != nil {
		return bad
	}
	if raw := f.get("images"); raw != nil {
		var items []struct {
			ImageURL *string `json:"image_url"`
		}
		if json.Unmarshal(raw, &items) != nil {
			return invalid("images must be an array of objects with image_url")
		}
		for _, item := range items {
			if item.ImageURL == nil {
				return invalid("images must be an array of objects with image_url")
			}
			p.links = append(p.links, *item.ImageURL)
		}
	}
	return p.checkEdit(client.EditRequest{ImageRequest: p.ImageRequest, ImageURLs: p.links})
}

func (p *pictureRequest) editFromForm(f form) *refusal {
	if bad := f.checkSingle(); bad != nil {
		return bad
	}
	p.ImageRequest = client.ImageRequest{
		Model: f.text("model"), Prompt: f.text("prompt"), Size: f.text("size"), Quality: f.text("quality"),
		OutputFormat: f.text("output_format"),
	}
	p.wantsB64 = f.text("response_format") == "b64_json"
	if len(f.all("image")) > 0 {
		return invalid("image must be a file; for a link send JSON with images, an array of objects with image_url")
	}
	files := f.allFiles("image")
	whole := client.EditRequest{ImageRequest: p.ImageRequest}
	if len(files) > 0 {
		whole.Image = files[0].data
	}
	if bad := p.checkEdit(whole); bad != nil {
		return bad
	}
	if len(files) > maxPictures {
		return invalid("at most %d images are supported", maxPictures)
	}
	for i, file := range files {
		img, err := decodePicture(file.data)
		if err != nil {
			return invalid("image %d %s", i+1, err)
		}
		if bad := p.add(img); bad != nil {
			return bad
		}
	}
	return nil
}

func (p *pictureRequest) checkEdit(whole client.EditRequest) *refusal {
	if problems := whole.Problems(); len(problems) > 0 {
		return invalid("%s", problems[0].Message)
	}
	if len(p.links) > maxPictures {
		return invalid("at most %d images are supported", maxPictures)
	}
	return nil
}

// add adds an input picture, within the memory limit for all inputs.
func (p *pictureRequest) add(img image.Image) *refusal {
	p.inputs = append(p.inputs, img)
	pixels := 0
	for _, in := range p.inputs {
		pixels += in.Bounds().Dx() * in.Bounds().Dy()
	}
	if pixels > 2*maxPicturePixels {
		return invalid("the images are too large together")
	}
	return nil
}

// dimensions returns the size of the result in pixels. An edit without a size keeps the size of its first picture,
// limited to the sizes that the service makes.
func (p *pictureRequest) dimensions() (w, h int) {
	if len(p.inputs) > 0 && p.Size == "" {
		b := p.inputs[0].Bounds()
		w, h = b.Dx(), b.Dy()
		if long := max(w, h); long > client.MaxSide {
			w, h = w*client.MaxSide/long, h*client.MaxSide/long
		}
		return max(w, client.MinSide), max(h, client.MinSide)
	}
	return p.Dimensions()
}

func (p *pictureRequest) format() string {
	if p.OutputFormat == "" {
		return client.Formats()[0]
	}
	return p.OutputFormat
}

// usage is the token usage of a picture call. Its fields have the names of OpenAI, which all known services use.
type usage struct {
	InputTokens   int64        `json:"input_tokens"`
	OutputTokens  int64        `json:"output_tokens"`
	TotalTokens   int64        `json:"total_tokens"`
	InputDetails  tokenDetails `json:"input_tokens_details"`
	OutputDetails tokenDetails `json:"output_tokens_details"`
}

type tokenDetails struct {
	TextTokens  int64 `json:"text_tokens"`
	ImageTokens int64 `json:"image_tokens"`
}

func (p *pictureRequest) usage() usage {
	w, h := p.dimensions()
	u := usage{OutputTokens: client.ReferenceImageTokens(w, h, p.Quality)}
	u.OutputDetails.ImageTokens = u.OutputTokens
	u.InputDetails.TextTokens = client.ReferenceTextTokens(p.Prompt)
	for _, in := range p.inputs {
		u.InputDetails.ImageTokens += client.ReferenceInputImageTokens(in.Bounds().Dx(), in.Bounds().Dy())
	}
	u.InputTokens = u.InputDetails.TextTokens + u.InputDetails.ImageTokens
	u.TotalTokens = u.InputTokens + u.OutputTokens
	return u
}

// share returns the duration of a picture as a share of that of a task: 0.2 at 1024 by 1024 and low quality, up to 0.6
// at 4K and the best quality. Pixels and quality count equally.
func (p *pictureRequest) share() float64 {
	w, h := p.dimensions()
	pixels := float64(w*h-1024*1024) / float64(3840*2160-1024*1024)
	quality := 0.0
	if i := slices.Index(client.Qualities(), p.Quality); i > 0 {
		quality = float64(i) / float64(len(client.Qualities())-1)
	}
	return 0.2 + 0.2*min(max(pixels, 0), 1) + 0.2*quality
}

// pictureEntry returns the charge for a picture, by its usage.
func pictureEntry(p *Picture, u usage) Entry {
	e := Prices().ChargeImage(client.Usage{
		InputTokens: u.InputTokens, OutputTokens: u.OutputTokens, TotalTokens: u.TotalTokens,
		InputTextTokens: u.InputDetails.TextTokens, InputImageTokens: u.InputDetails.ImageTokens,
		Split: true, Known: true,
	})
	return Entry{
		Kind: Charge, PictureID: p.ID, Model: p.Model, Quantity: e.Quantity,
		AmountMicros: int64(e.Amount), Currency: currency, At: p.CreatedAt,
	}
}
