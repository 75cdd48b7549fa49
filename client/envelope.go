package client

import (
	"encoding/json"
	"html"
	"regexp"
	"strings"
)

// envelope is what an error answer says, whatever its form.
type envelope struct {
	code, message, param string
	json                 bool // the body was a JSON object
}

// readEnvelope reads the body of an error in each form known in the field:
//
//	{"error":{"message","type","param","code"}}   OpenAI and its relatives; code may be a number or null
//	{"code","message","data":null}                relays, for video tasks
//	{"detail":"…"}, {"detail":[{"loc","msg"}]}    FastAPI
//	{"error":"…"}, {"message":"…"}, {"msg":"…"}
//	a JSON string, plain text, HTML (its title), nothing
//
// A message that is itself an error in JSON is opened, one level deep: relays wrap what they were told.
func readEnvelope(body []byte, isHTML bool) envelope {
	if isHTML {
		return envelope{message: htmlTitle(body)}
	}
	env := openEnvelope(body)
	if inner := innerEnvelope(env.message); inner.message != "" {
		if inner.code == "" {
			inner.code = env.code
		}
		if inner.param == "" {
			inner.param = env.param
		}
		inner.json = env.json
		return inner
	}
	return env
}

// openEnvelope reads one level.
func openEnvelope(body []byte) envelope {
	f := object(body)
	if f == nil {
		if s := text(body); strings.HasPrefix(strings.TrimSpace(string(body)), `"`) && s != "" {
			return envelope{message: s}
		}
		if list(body) != nil {
			return envelope{}
		}
		return envelope{message: strings.TrimSpace(string(body))}
	}
	env := envelope{json: true}
	if e := object(f["error"]); e != nil {
		env.message = e.text("message", "msg", "detail")
		if env.message == "" && e.has("message") {
			env.message = compact(e["message"])
		}
		env.code = e.text("code", "type")
		env.param = e.text("param")
	} else {
		env.message = text(f["error"])
	}
	if env.message == "" {
		env.message = f.text("message", "msg", "error_message")
	}
	if env.message == "" && f.has("message") {
		env.message = compact(f["message"])
	}
	if env.message == "" {
		env.message, env.param = detail(f["detail"])
	}
	if env.code == "" {
		env.code = f.text("code", "type")
	}
	return env
}

// innerEnvelope opens a message that is an error object in JSON.
func innerEnvelope(message string) envelope {
	s := strings.TrimSpace(message)
	if !strings.HasPrefix(s, "{") {
		return envelope{}
	}
	return openEnvelope([]byte(s))
}

// detail reads FastAPI's detail: a string, an object with a message, or a list of complaints about fields.
func detail(b json.RawMessage) (message, param string) {
	if s := text(b); s != "" {
		return s, ""
	}
	if f := object(b); f != nil {
		if s := f.text("message", "msg", "error"); s != "" {
			return s, ""
		}
		return compact(b), ""
	}
	var parts []string
	for _, item := range list(b) {
		f := object(item)
		if f == nil {
			if s := text(item); s != "" {
				parts = append(parts, s)
			}
			continue
		}
		var at []string
		for _, l := range list(f["loc"]) {
			if s := text(l); s != "" && s != "body" {
				at = append(at, s)
			}
		}
		field, msg := strings.Join(at, "."), f.text("msg", "message")
		if param == "" {
			param = field
		}
		switch {
		case field == "":
			parts = append(parts, msg)
		default:
			parts = append(parts, field+": "+msg)
		}
	}
	return strings.Join(parts, "; "), param
}

var titleRE = regexp.MustCompile(`(?is)<title[^>]*>(.{0,400}?)</title>`)

// htmlTitle says what a page is about; pages come from proxies, captive portals and wrong addresses.
func htmlTitle(body []byte) string {
	m := titleRE.FindSubmatch(body[:min(len(body), 64<<10)])
	if m == nil || strings.TrimSpace(string(m[1])) == "" {
		return "a web page instead of an answer"
	}
	return "a web page instead of an answer: " + strings.TrimSpace(html.UnescapeString(string(m[1])))
}
