package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestOutcomeOfRedirectedPost: 303 means that the POST was carried out, and 301 and 302 are in use for that too.
// Only 307, 308, and the same path elsewhere prove that it was not.
func TestOutcomeOfRedirectedPost(t *testing.T) {
	for _, c := range []struct {
		status int
		to     string
		want   Outcome
	}{
		{303, "https://other.example" + prefix + "/v1/videos", Unknown},
		{303, prefix + "/v1/videos/task_1", Unknown},
		{301, prefix + "/v1/videos/task_1", Unknown},
		{302, prefix + "/v1/videos/task_1", Unknown},
		{302, "https://portal.example/login", Unknown},
		{302, prefix + "/v1/videos?task=1", Unknown},
		{302, prefix + "/v1/videos", Unknown}, // to itself, to be read
		{302, "", Unknown},
		{301, "https://other.example" + prefix + "/v1/videos", Rejected},
		{302, "https://other.example" + prefix + "/v1/videos", Rejected},
		{301, prefix + "/v1/videos/", Rejected},
		{307, "https://portal.example/login", Rejected},
		{308, prefix + "/v1/videos/task_1", Rejected},
		{307, "", Rejected},
		{300, "https://other.example" + prefix + "/v1/videos", Unknown},
		{304, "", Unknown},
	} {
		s := serve(t, func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			if c.to != "" {
				w.Header().Set("Location", c.to)
			}
			w.WriteHeader(c.status)
		})
		_, err := s.SubmitVideo(context.Background(), goodVideo())
		if got := OutcomeOf(err); got != c.want {
			t.Errorf("%d to %q: %s, want %s (%v)", c.status, c.to, got, c.want, err)
		}
	}
}

// TestUpstream401IsNotErrAuth: gateways pass on that the service behind them refused their own key.
func TestUpstream401IsNotErrAuth(t *testing.T) {
	for body, ours := range map[string]bool{
		`{"error":{"code":"","message":"Invalid token (request id: x)","type":"new_api_error"}}`:                           true,
		`{"error":{"message":"Incorrect API key provided","type":"invalid_request_error","code":"invalid_api_key"}}`:       true,
		`{"error":{"message":"Authentication Error, Invalid proxy server token passed","type":"auth_error","code":"401"}}`: true,
		`{"error":{"message":"No auth credentials found","code":401}}`:                                                     true,
		`{"is_bifrost_error":true,"status_code":401,"error":{"message":"virtual key is required"}}`:                        true,
		``: true,
		`{"code":"fail_to_fetch_task","message":"{\"error\":{\"code\":\"invalid_api_key\",\"message\":\"Incorrect API key\"}}\n","data":null}`:   false,
		`{"code":"fail_to_fetch_task","message":"unauthorized","data":null}`:                                                                     false,
		`{"error":{"message":"Incorrect API key","type":"upstream_error","code":"invalid_api_key"}}`:                                             false,
		`{"error":{"message":"openai_error","type":"bad_response_status_code","code":"bad_response_status_code"}}`:                               false,
		`{"error":{"message":"litellm.AuthenticationError: AuthenticationError: OpenAIException - Incorrect API key","type":null,"code":"401"}}`: false,
		`{"is_bifrost_error":false,"status_code":401,"error":{"message":"Incorrect API key provided"}}`:                                          false,
	} {
		_, err := serve(t, answerWith(401, body)).SubmitVideo(context.Background(), goodVideo())
		if errors.Is(err, ErrAuth) != ours || OutcomeOf(err) != Rejected {
			t.Errorf("%s: %v, of this key %v", body, err, !ours)
		}
		if e := asError(t, err); strings.Contains(body, "Incorrect") &&
			!strings.Contains(e.Message, "Incorrect API key") {
			t.Errorf("the words of %s are %q", body, e.Message)
		}
	}
}
