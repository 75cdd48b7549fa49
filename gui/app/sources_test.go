package app

import "testing"

// The name of a picture from the web holds nothing of its link but the last part of the path: what opens it stands in
// the query.
func TestTheNameOfALinkHoldsNoSignature(t *testing.T) {
	for _, c := range []struct{ link, format, want string }{
		{"https://cdn.example.com/a/boat.png?sig=abc", "png", "boat.png"},
		{"https://cdn.example.com/a/boat.jpg#x", "webp", "boat.webp"},
		{"https://cdn.example.com/a/b%20c.jpeg", "jpeg", "b c.jpeg"},
		{"https://cdn.example.com/?sig=abc", "png", "picture.png"},
		{"https://cdn.example.com", "png", "picture.png"},
		{"%zz", "png", "picture.png"},
	} {
		if got := nameOfLink(c.link, c.format); got != c.want {
			t.Errorf("%s: %q, want %q", c.link, got, c.want)
		}
	}
}
