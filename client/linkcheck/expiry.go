package linkcheck

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// maxFuture is the time from now after which an expiry date means that the link never expires. Some signers write the
// year 2099.
const maxFuture = 20 * 365 * 24 * time.Hour

// Expiry returns when a signed link expires: the earliest of the dates in its query. It sends no request. It returns
// false if the query has no known date, but such a link may still expire. It supports S3 and similar services (Google,
// Aliyun, Volcengine), CloudFront, Azure, Tencent, Baidu, Qiniu, Akamai, Discord, Facebook, JWTs, and plain expires and
// exp parameters in seconds or milliseconds since 1970.
func Expiry(link string, now time.Time) (time.Time, bool) {
	params := parseQuery(link)
	var first time.Time
	for _, read := range []func(query) []time.Time{
		readSigV4, readCommonNames, readAzure, readTencent, readBaidu, readHexadecimal, readAkamai,
		readCloudFrontPolicy, readJWT} {
		for _, t := range read(params) {
			if t.Before(now.Add(maxFuture)) && (first.IsZero() || t.Before(first)) {
				first = t
			}
		}
	}
	return first, !first.IsZero()
}

// query holds the parameters of a link by their lower-case names. It does not use url.ParseQuery, which drops values
// with a semicolon, such as those of Tencent.
type query map[string][]string

func parseQuery(link string) query {
	q := query{}
	_, raw, _ := strings.Cut(link, "?")
	raw, _, _ = strings.Cut(raw, "#")
	for pair := range strings.SplitSeq(raw, "&") {
		k, v, _ := strings.Cut(pair, "=")
		k, err := url.QueryUnescape(k)
		if err != nil {
			continue
		}
		if v, err = url.QueryUnescape(v); err != nil {
			continue
		}
		k = strings.ToLower(k)
		q[k] = append(q[k], v)
	}
	return q
}

func (q query) get(name string) string {
	if v := q[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

func (q query) has(name string) bool { return len(q[name]) > 0 }

// readSigV4 reads a date and a lifetime in seconds: Signature Version 4 of S3 and its variants.
func readSigV4(q query) []time.Time {
	var out []time.Time
	for _, maker := range []string{"x-amz-", "x-goog-", "x-oss-", "x-tos-", "x-obs-"} {
		signed, err := time.Parse("20060102T150405Z", q.get(maker+"date"))
		seconds, ok := parseNumber(q.get(maker + "expires"))
		if err == nil && ok && seconds < int64(maxFuture/time.Second) {
			out = append(out, signed.Add(time.Duration(seconds)*time.Second))
		}
	}
	return out
}

// readCommonNames reads a time under one of the common names: S3 Version 2, CloudFront, Google Version 2, Aliyun, Qiniu
// (e, next to token), TikTok, and custom signers.
func readCommonNames(q query) []time.Time {
	names := []string{"expires", "expire", "exp", "expiry", "expiration",
		"expires_at", "expire_at", "expiresat", "x-expires", "expire_time", "deadline"}
	if q.has("token") {
		names = append(names, "e")
	}
	var out []time.Time
	for _, name := range names {
		for _, v := range q[name] {
			if t, ok := parseUnixTime(v); ok {
				out = append(out, t)
			} else if t, ok := parseISO(v); ok {
				out = append(out, t)
			}
		}
	}
	return out
}

// readAzure reads the expiry of a shared access signature and of its signing key.
func readAzure(q query) []time.Time {
	if !q.has("sig") {
		return nil
	}
	var out []time.Time
	for _, name := range []string{"se", "ske"} {
		if t, ok := parseISO(q.get(name)); ok {
			out = append(out, t)
		}
	}
	return out
}

// readTencent reads the form start;end of Tencent.
func readTencent(q query) []time.Time {
	var out []time.Time
	for _, name := range []string{"q-sign-time", "q-key-time"} {
		_, end, _ := strings.Cut(q.get(name), ";")
		if t, ok := parseUnixTime(end); ok {
			out = append(out, t)
		}
	}
	return out
}

// readBaidu reads authorization=bce-auth-v1/{key}/{signed}/{seconds}/….
func readBaidu(q query) []time.Time {
	parts := strings.Split(q.get("authorization"), "/")
	if len(parts) < 4 || !strings.HasPrefix(parts[0], "bce-auth-v") {
		return nil
	}
	signed, ok := parseISO(parts[2])
	seconds, isNumber := parseNumber(parts[3])
	if !ok || !isNumber || seconds <= 0 || seconds >= int64(maxFuture/time.Second) { // -1: never
		return nil
	}
	return []time.Time{signed.Add(time.Duration(seconds) * time.Second)}
}

// readHexadecimal reads hexadecimal seconds: ex of Discord, oe of Facebook and Instagram. Other parameters identify the
// service.
func readHexadecimal(q query) []time.Time {
	v := ""
	switch {
	case q.has("ex") && q.has("is") && q.has("hm"):
		v = q.get("ex")
	case q.has("oe") && q.has("oh"):
		v = q.get("oe")
	default:
		return nil
	}
	n, err := strconv.ParseInt(v, 16, 64)
	if err != nil {
		return nil
	}
	if t, ok := parseUnixTime(strconv.FormatInt(n, 10)); ok {
		return []time.Time{t}
	}
	return nil
}

// readAkamai reads exp=… from a token with parts separated by tildes.
func readAkamai(q query) []time.Time {
	var out []time.Time
	for _, name := range []string{"hdnts", "hdnea", "hdntl", "__token__", "token"} {
		for part := range strings.SplitSeq(q.get(name), "~") {
			if v, ok := strings.CutPrefix(part, "exp="); ok {
				if t, ok := parseUnixTime(v); ok {
					out = append(out, t)
				}
			}
		}
	}
	return out
}

// readCloudFrontPolicy reads the custom policy of CloudFront, in base64 with its own alphabet.
func readCloudFrontPolicy(q query) []time.Time {
	b, err := base64.StdEncoding.DecodeString(strings.NewReplacer("-", "+", "_", "=", "~",
		"/").Replace(q.get("policy")))
	if err != nil || len(b) == 0 {
		return nil
	}
	var p struct {
		Statement []struct {
			Condition struct {
				DateLessThan map[string]json.Number
			}
		}
	}
	if json.Unmarshal(b, &p) != nil {
		return nil
	}
	var out []time.Time
	for _, s := range p.Statement {
		if t, ok := parseUnixTime(s.Condition.DateLessThan["AWS:EpochTime"].String()); ok {
			out = append(out, t)
		}
	}
	return out
}

// readJWT reads exp from JWTs (RFC 7519 4.1.4) under any parameter name.
func readJWT(q query) []time.Time {
	var out []time.Time
	for _, values := range q {
		for _, v := range values {
			parts := strings.Split(v, ".")
			if len(parts) != 3 || !strings.HasPrefix(v, "eyJ") {
				continue
			}
			b, err := base64.RawURLEncoding.DecodeString(parts[1])
			if err != nil {
				continue
			}
			var claims struct{ Exp json.Number }
			if json.Unmarshal(b, &claims) != nil {
				continue
			}
			if t, ok := parseUnixTime(claims.Exp.String()); ok {
				out = append(out, t)
			}
		}
	}
	return out
}

// parseUnixTime reads seconds or milliseconds since 1970. It rejects numbers outside of plausible times, which are
// lifetimes or counts.
func parseUnixTime(s string) (time.Time, bool) {
	n, ok := parseNumber(s)
	switch {
	case !ok:
		return time.Time{}, false
	case n >= 1e9 && n < 1e10:
		return time.Unix(n, 0).UTC(), true
	case n >= 1e12 && n < 1e13:
		return time.UnixMilli(n).UTC(), true
	}
	return time.Time{}, false
}

// parseISO reads the forms of ISO 8601 that occur in links. The default time zone is UTC.
func parseISO(s string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02",
		"20060102T150405Z"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

func parseNumber(s string) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil && n >= 0
}
