package linkcheck

import (
	"net/url"
	"strings"
	"time"
)

// farAway is from when on a date in a link means that it never dies: some signers write the year 2099.
const farAway = 20 * 365 * 24 * time.Hour

// Dies reads from a signed link when it dies, without fetching it: the earliest of the dates that it carries. false where
// it carries none that is known, which proves nothing: the link may die all the same. Known are the signatures of S3 and
// what is built like it (Google, Aliyun, Volcengine), CloudFront, Azure, Tencent, Baidu, Qiniu, Akamai, the CDNs of Discord
// and Facebook, tokens in the form of a JWT, and the plain expires and exp in seconds or milliseconds since 1970.
func Dies(link string, now time.Time) (time.Time, bool) {
	params := paramsOf(link)
	var first time.Time
	for _, read := range []func(query) []time.Time{dated, listed, azure, ranged, baidu, hexed, akamai, policy, token} {
		for _, t := range read(params) {
			if t.Before(now.Add(farAway)) && (first.IsZero() || t.Before(first)) {
				first = t
			}
		}
	}
	return first, !first.IsZero()
}

// query is the query of a link: values by their names in lower case. url.ParseQuery would drop what holds a semicolon, as
// Tencent's does.
type query map[string][]string

func paramsOf(link string) query {
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
