package faulttest

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"viviscope/client/sandbox/sandboxtest"
)

// An HTTP/2 server reads a request completely and resets its stream. A plain net/http client silently sends the request
// again in several of these cases. The program requests HTTP/1.1 and sends it once in every case.
func TestResetStreamIsNotResent(t *testing.T) {
	t.Parallel()
	for _, r := range []struct {
		end   streamEnd
		plain int // what a plain client sends
	}{
		{refusedStream, 2}, {protocolError, 2}, {goAway, 2},
		{goAwayLater, 1}, {internalError, 1}, {cancelStream, 1}, {closed, 1},
	} {
		t.Run(string(r.end), func(t *testing.T) {
			t.Parallel()
			p := newProgram(t, serviceSetting{Wire: h2, Raw: r.end})
			if n := p.plainPost(); n != r.plain {
				t.Errorf("a plain client sends it %d times, not %d: this server is not what the test needs", n, r.plain)
			}
			for _, kind := range kinds {
				for _, lost := range []sandboxtest.FaultKind{sandboxtest.LoseRequest, sandboxtest.LoseAnswer} {
					p.svc.order(sandboxtest.Fault{Method: http.MethodPost, Path: kind.path, Kind: lost, Reset: true})
					p.want(p.press(kind.name, string(lost)), unconfirmed(brokeOff))
				}
			}
		})
	}
	t.Run("HTTP/2 alone", func(t *testing.T) {
		t.Parallel()
		p := newProgram(t, serviceSetting{Wire: h2, Raw: refusedStream, Only: true})
		for _, kind := range kinds {
			p.want(p.press(kind.name, "no version in common"), notSent)
		}
	})
}

// plainPost sends a request with a plain client, and counts the requests that arrive.
func (p *program) plainPost() int {
	p.t.Helper()
	tr := &http.Transport{TLSClientConfig: p.svc.trusting(), ForceAttemptHTTP2: true}
	defer tr.CloseIdleConnections()
	prompt := p.prompt("of a plain client")
	body := strings.NewReader(fmt.Sprintf(`{"model":"clip-3.0","prompt":%q}`, prompt))
	resp, err := (&http.Client{Transport: tr, Timeout: guard}).Post(p.svc.at.URL+"/v1/videos", "application/json", body)
	if err == nil {
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
		p.t.Errorf("a plain client got %s", resp.Status)
	}
	return p.svc.books().Posts[token.FindString(prompt)]
}
