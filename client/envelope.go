package client

import (
	"bytes"
	"cmp"
	"encoding/json"
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// envelope is the parsed body of an error response.
type envelope struct {
	code, message, param string
	outerCode            string // code of the outer error, if a relay nests an error; "" for none
	json                 bool   // the body was a JSON object
}

// maxNested is the maximum number of nested errors. Known services nest at most two.
const maxNested = 8

// readErrorBody parses the body of an error response in every known form:
//
//	{"error":{"message","type","param","code"}}   OpenAI and its relatives; code may be a number or null
//	{"code","message","data":null}                relays, for video tasks
//	{"detail":"…"}, {"detail":[{"loc","msg"}]}    FastAPI
//	{"errors":["…"]}, {"errors":[{"detail"}]}, {"errors":{"field":["…"]}}
//	{"error":"…"}, {"message":"…"}, {"msg":"…"}, {"error_message":"…"} and the rest of reasonNames
//	[{"error":{…}}], a JSON string, plain text, HTML (its title), nothing
//
// A message that is an error in JSON is parsed too, because relays nest the errors of their upstream service.
func readErrorBody(body []byte, isHTML bool) envelope {
	if isHTML {
		return envelope{message: htmlTitle(body)}
	}
	env := parseEnvelope(body)
	for range maxNested {
		inner := parseNestedEnvelope(env.message)
		if inner.message == "" {
			break
		}
		env.outerCode = cmp.Or(env.outerCode, env.code)
		env.message, env.code, env.param = inner.message, cmp.Or(inner.code, env.code), cmp.Or(inner.param, env.param)
	}
	return env
}

// reasonNames are the members with the message of an error, besides error, detail and errors.
var reasonNames = []string{"message", "msg", "error_message", "error_msg", "fail_reason", "failure_reason",
	"task_status_msg", "status_message", "reason"}

// parseEnvelope parses one level of an error body.
func parseEnvelope(body []byte) envelope {
	f := object(body)
	if f == nil {
		if s := text(body); bytes.HasPrefix(trimmed(body), []byte(`"`)) && s != "" {
			return envelope{message: s}
		}
		if all := list(body); all != nil {
			if len(all) > 0 && object(all[0]).has("error") {
				return parseEnvelope(all[0])
			}
			message, param := parseDetail(body)
			return envelope{message: message, param: param}
		}
		return envelope{message: string(trimmed(body))}
	}
	env := envelope{json: true}
	if e := object(f["error"]); e != nil {
		env.message = e.textOf(append(reasonNames, "detail")...)
		env.message = cmp.Or(env.message, compactStructure(e["message"]))
		for _, name := range []string{"errors", "detail"} {
			if env.message == "" {
				env.message, env.param = parseDetail(e[name])
			}
		}
		env.code = e.textOf("code", "type")
		env.param = cmp.Or(e.textOf("param"), env.param)
	} else if env.message = text(f["error"]); env.message == "" {
		env.message, env.param = parseDetail(f["error"])
	}
	if env.message == "" {
		env.message = f.textOf(reasonNames...)
	}
	env.message = cmp.Or(env.message, compactStructure(f["message"]))
	for _, name := range []string{"detail", "errors"} {
		if env.message == "" {
			env.message, env.param = parseDetail(f[name])
		}
	}
	if env.code == "" {
		env.code = f.textOf("code", "type")
	}
	return env
}

// parseNestedEnvelope parses a message that is an error in JSON. It returns an empty envelope for anything else.
func parseNestedEnvelope(message string) envelope {
	b := trimmed([]byte(message))
	quoted := bytes.HasPrefix(b, []byte(`"`)) && text(b) != ""
	if object(b) == nil && list(b) == nil && !quoted {
		return envelope{}
	}
	return parseEnvelope(b)
}

// parseDetail parses the detail of an error as in FastAPI: a string, an object with a message, a list of these, or an
// object with a list of messages for each field. param is the first invalid field.
func parseDetail(b json.RawMessage) (message, param string) {
	if s := text(b); s != "" {
		return s, ""
	}
	var parts []string
	add := func(field, words string) {
		if words == "" {
			return
		}
		if field != "" {
			words = field + ": " + words
			param = cmp.Or(param, field)
		}
		parts = append(parts, words)
	}
	if f := object(b); f != nil {
		if s := f.textOf("message", "msg", "error", "detail"); s != "" {
			return s, ""
		}
		for _, field := range slices.Sorted(maps.Keys(f)) {
			for _, words := range list(f[field]) {
				add(field, text(words))
			}
		}
		if len(parts) == 0 {
			return compact(b), ""
		}
	}
	for _, item := range list(b) {
		f := object(item)
		if f == nil {
			if bytes.HasPrefix(trimmed(item), []byte(`"`)) {
				add("", text(item))
			}
			continue
		}
		var at []string
		for _, l := range list(f["loc"]) {
			if s := text(l); s != "" && s != "body" {
				at = append(at, s)
			}
		}
		add(strings.Join(at, "."), f.textOf("msg", "message", "detail", "title", "error", "reason"))
	}
	return strings.Join(parts, "; "), param
}

const maxTitle = 1 << 10 // bytes

var titleRE = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

// webPage is the prefix of the message for a response that is a web page.
const webPage = "a web page instead of an answer"

// IsWebPage reports whether message, of an [Error], means that the response was a web page.
func IsWebPage(message string) bool { return strings.HasPrefix(message, webPage) }

// htmlTitle returns the message for a web page, with its title. Proxies, captive portals and wrong addresses return web
// pages.
func htmlTitle(body []byte) string {
	m := titleRE.FindSubmatch(body[:min(len(body), 64<<10)])
	if m == nil || len(m[1]) > maxTitle || strings.TrimSpace(string(m[1])) == "" {
		return webPage
	}
	return webPage + ": " + strings.TrimSpace(html.UnescapeString(string(m[1])))
}
