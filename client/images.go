package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
)

const (
	opGenerate = "generate image"
	opEdit     = "edit image"
)

// GenerateImage generates a picture from text (interface 4.4). It costs money, is sent at most once, and blocks for up
// to ImageTimeout. Errors: a *ValidationError if nothing was sent; else an *Error. Error.Outcome returns what is known
// about the charge. A 2xx response without a picture is ErrNoImage with Accepted: it was probably charged.
func (c *Client) GenerateImage(ctx context.Context, r ImageRequest) (*ImageResult, error) {
	if err := r.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", opGenerate, err)
	}
	body, err := imageBody(r)
	if err != nil {
		return nil, &Error{Op: opGenerate, NotSent: true, Err: err}
	}
	res, err := c.callImages(ctx, opGenerate, "generations", "application/json", body, r.SpillPrefix)
	if err != nil {
		return nil, err
	}
	if u := &res.Usage; u.Known && !u.Split { // there was no input picture
		u.InputTextTokens, u.Split = u.InputTokens, true
	}
	return res, nil
}

// EditImage edits a picture (interface 4.5). It sends a multipart form if the request contains the bytes of the
// picture, and JSON if it contains links. Cost and errors are those of GenerateImage.
func (c *Client) EditImage(ctx context.Context, r EditRequest) (*ImageResult, error) {
	if err := r.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", opEdit, err)
	}
	contentType := "application/json"
	var body []byte
	var err error
	if len(r.Image) > 0 {
		contentType, body, err = editForm(r)
	} else {
		body, err = editJSON(r)
	}
	if err != nil {
		return nil, &Error{Op: opEdit, NotSent: true, Err: err}
	}
	return c.callImages(ctx, opEdit, "edits", contentType, body, r.SpillPrefix)
}

func (c *Client) callImages(
	ctx context.Context, op, path, contentType string, body []byte, into string,
) (*ImageResult, error) {
	ctx, cancel := c.withTimeout(ctx, c.imageTimeout)
	defer cancel()
	resp, err := c.postOnce(ctx, op, c.endpoint("images", path), contentType, body)
	if err != nil {
		return nil, err
	}
	a, large, err := c.readAnswer(op, resp, into)
	res := c.parsePictures(a.body)
	if len(res.Data) == 0 {
		res = c.parsePictures(completeJSON(a.body))
	}
	if err != nil || len(res.Data) == 0 || object(a.body) == nil {
		saveAnswer(into, []byte(c.replaceKey(string(a.body))))
	}
	res.Truncated = err != nil || !json.Valid(trimmed(a.body))
	res.Data = large.restore(res.Data)
	switch {
	case len(res.Data) > 0: // there is a picture, even if the response may be truncated
		return res, nil
	case err != nil:
		return nil, err
	}
	return nil, c.unusableError(op, a, ErrNoImage)
}

// saveAnswer writes a paid response that is unreadable or truncated to a file beside the pictures. The file has the
// name of a partial file, so that it is deleted after its job has ended. Write errors are ignored.
func saveAnswer(into string, body []byte) {
	if into != "" && len(body) > 0 {
		_ = os.WriteFile(into+UnreadableExt, body, 0o600)
	}
}

// UnreadableExt is appended to ImageRequest.SpillPrefix for the file with an unreadable response.
const UnreadableExt = ".json.part"

// parsePictures parses a response with pictures. It returns every item with a link or bytes. The list is in data or
// images, or is the whole response. data may also be an object with a single picture, or with another data inside.
func (c *Client) parsePictures(body []byte) *ImageResult {
	f := object(body)
	if inner := object(f["data"]); inner != nil && inner.has("data") {
		f = inner
	}
	items := list(f["data"])
	if items == nil && f.has("data") {
		items = []json.RawMessage{f["data"]}
	}
	if items == nil {
		items = list(f["images"])
	}
	if f == nil {
		items = list(body)
	}
	res := &ImageResult{Usage: parseUsage(f["usage"])}
	res.Usage.Raw = c.storableJSON(res.Usage.Raw)
	for _, item := range items {
		p := parsePicture(item)
		if !hasScheme(p.URL, "data") {
			p.URL = c.replaceKey(p.URL)
		}
		if p.URL != "" || p.B64JSON != "" {
			res.Data = append(res.Data, p)
		}
	}
	rest := fields{}
	for name, v := range f {
		if name != "data" && name != "images" {
			rest[name] = v
		}
	}
	if b, err := encode(rest); err == nil {
		res.Raw = c.rawExcerpt(b)
	}
	return res
}

func parsePicture(b json.RawMessage) ImageItem {
	f := object(b)
	if f == nil {
		return ImageItem{URL: text(b)} // a bare link
	}
	return ImageItem{
		URL:           f.textOf("url", "image_url"),
		B64JSON:       f.textOf("b64_json"),
		RevisedPrompt: f.textOf("revised_prompt"),
	}
}

// parseUsage parses the token counts, in both spellings. Zeros mean that there are no counts.
func parseUsage(b json.RawMessage) Usage {
	f := object(b)
	if f == nil {
		return Usage{}
	}
	u := Usage{Raw: bytes.Clone(b)}
	// A relay may send both spellings, one of them with zeros.
	u.InputTokens = f.count("input_tokens", "prompt_tokens")
	u.OutputTokens = f.count("output_tokens", "completion_tokens")
	u.TotalTokens = f.count("total_tokens")
	for _, name := range []string{"input_tokens_details", "prompt_tokens_details"} {
		d := object(f[name])
		txt, img := d.count("text_tokens"), d.count("image_tokens")
		// If the sum of the parts is wrong, ignore only the parts.
		if sum := addCounts(txt, img); sum > 0 && (sum == u.InputTokens || u.InputTokens == 0) {
			u.InputTokens, u.InputTextTokens, u.InputImageTokens, u.Split = sum, txt, img, true
			break
		}
	}
	if u.TotalTokens == 0 {
		u.TotalTokens = addCounts(u.InputTokens, u.OutputTokens)
	}
	u.Known = u.InputTokens > 0 || u.OutputTokens > 0
	u.Split = u.Split || u.Known && u.InputTokens == 0
	return u
}

// count returns the first of the named members with a positive number; 0 if there is none.
func (f fields) count(names ...string) int64 {
	for _, name := range names {
		if n, ok := f.number(name); ok && n > 0 {
			return n
		}
	}
	return 0
}

// addCounts returns the sum of two counts; 0 if it overflows.
func addCounts(a, b int64) int64 {
	if a+b < a {
		return 0
	}
	return a + b
}
