package dnd

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// imagesIn returns the addresses of the pictures in a piece of HTML that shows nothing but pictures: that is what a dragged
// picture is, also one inside a link. Where there are words beside it, a link or a selection was dragged, and other flavours say
// what is meant.
func imagesIn(text string) []string {
	var links []string
	tokens := html.NewTokenizer(strings.NewReader(text))
	tokens.SetMaxBuf(maxFlavour)
	hidden := false // inside an element whose text is not shown
	for {
		switch tokens.Next() {
		case html.ErrorToken: // the end, or a token beyond the limit
			return links
		case html.TextToken:
			if !hidden && strings.ContainsFunc(string(tokens.Text()), visible) {
				return nil
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, attributes := tokens.TagName()
			hidden = hides(string(name))
			if string(name) != "img" || !attributes || len(links) == maxEntries {
				continue
			}
			if link, ok := WebLink(source(tokens)); ok {
				links = append(links, link)
			}
		case html.EndTagToken:
			hidden = false
		}
	}
}

// source returns the src of the tag that the tokenizer stands on, with its character references resolved. The first one counts.
func source(tokens *html.Tokenizer) string {
	for {
		key, value, more := tokens.TagAttr()
		if string(key) == "src" {
			return string(value)
		}
		if !more {
			return ""
		}
	}
}

func hides(element string) bool {
	switch element {
	case "style", "script", "title":
		return true
	}
	return false
}

func visible(r rune) bool {
	return !unicode.IsSpace(r) && !unicode.IsControl(r) && !unicode.Is(unicode.Cf, r)
}
