package client

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func parser(t testing.TB) *Client { return newClient(t, "https://api.example.com") }

func TestParseTask(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		want       VideoTask
		fault      *TaskError
	}{
		{"interface", `{"id":"task_1","object":"video","status":"queued","progress":0}`,
			VideoTask{ID: "task_1", Status: "queued"}, nil},
		{"in progress", `{"id":"t","status":"in_progress","progress":62,"error":null}`,
			VideoTask{ID: "t", Status: "in_progress", Progress: 62}, nil},
		{"completed", `{"id":"t","status":"completed","progress":100,"seconds":"5"}`,
			VideoTask{ID: "t", Status: "completed", Progress: 100, Seconds: "5"}, nil},
		{"failed", `{"id":"t","status":"failed","progress":100,"error":{"code":"task_failed","message":"no"}}`,
			VideoTask{ID: "t", Status: "failed", Progress: 100}, &TaskError{"task_failed", "no"}},
		{"numbers as strings", `{"id":"t","status":"in_progress","progress":"62%","seconds":5}`,
			VideoTask{ID: "t", Status: "in_progress", Progress: 62, Seconds: "5"}, nil},
		{"progress with a fraction", `{"id":"t","status":"in_progress","progress":62.9}`,
			VideoTask{ID: "t", Status: "in_progress", Progress: 62}, nil},
		{"progress out of range", `{"id":"t","status":"in_progress","progress":400}`,
			VideoTask{ID: "t", Status: "in_progress", Progress: 100}, nil},
		{"progress below", `{"id":"t","status":"in_progress","progress":-4}`, VideoTask{ID: "t", Status: "in_progress"},
			nil},
		{"progress null", `{"id":"t","status":"in_progress","progress":null}`,
			VideoTask{ID: "t", Status: "in_progress"}, nil},
		{"old name of the id", `{"task_id":"t","status":"queued"}`, VideoTask{ID: "t", Status: "queued"}, nil},
		{"wrapped", `{"code":"success","message":"","data":{"id":17,"task_id":"t","status":"IN_PROGRESS","progress":"30%","data":{"status":"done"}}}`, VideoTask{ID: "t", Status: "in_progress", Progress: 30}, nil},
		{"wrapped failure", `{"code":"success","data":{"task_id":"t","status":"FAILURE","fail_reason":"{\"error\":{\"code\":\"bad\",\"message\":\"inner\"}}","data":{"status":"IN_PROGRESS"}}}`, VideoTask{ID: "t", Status: "failed"}, &TaskError{"bad", "inner"}},
		{"wrapped by a status", `{"status":"success","data":{"id":"t","status":"queued"}}`,
			VideoTask{ID: "t", Status: "queued"}, nil},
		{"code as a number", `{"id":"t","status":"failed","error":{"code":1201,"message":"no"}}`,
			VideoTask{ID: "t", Status: "failed"}, &TaskError{"1201", "no"}},
		{"error without code", `{"id":"t","status":"failed","error":{"message":"no"}}`,
			VideoTask{ID: "t", Status: "failed"}, &TaskError{"task_failed", "no"}},
		{"error as a string", `{"id":"t","status":"failed","error":"no"}`, VideoTask{ID: "t", Status: "failed"},
			&TaskError{"task_failed", "no"}},
		{"error in a message", `{"id":"t","status":"failed","error":{"code":"x","message":"{\"error\":{\"message\":\"deep\"}}"}}`, VideoTask{ID: "t", Status: "failed"}, &TaskError{"x", "deep"}},
		{"failed without a reason", `{"id":"t","status":"failed"}`, VideoTask{ID: "t", Status: "failed"},
			&TaskError{"task_failed", "the service gave no reason"}},
		{"failed with null", `{"id":"t","status":"failed","error":null}`, VideoTask{ID: "t", Status: "failed"},
			&TaskError{"task_failed", "the service gave no reason"}},
		{"cancelled", `{"id":"t","status":"cancelled"}`, VideoTask{ID: "t", Status: "ended"},
			&TaskError{"cancelled", "cancelled"}},
		{"ended, with a reason", `{"id":"t","status":"CONTENT_FILTERED","progress":100,"error":{"message":"no such scenes"}}`, VideoTask{ID: "t", Status: "ended", Progress: 100}, &TaskError{"content_filtered", "CONTENT_FILTERED: no such scenes"}},
		{"ended, the reason has the word", `{"id":"t","status":"timed-out","error_message":"it timed out"}`,
			VideoTask{ID: "t", Status: "ended"}, &TaskError{"timed_out", "it timed out"}},
		{"an error while running is unclear", `{"id":"t","status":"in_progress","error":{"message":"x"}}`,
			VideoTask{ID: "t", Status: "in_progress", Unclear: true}, &TaskError{"task_failed", "x"}},
		{"an unknown word and 100", `{"id":"t","status":"vetoed","progress":100}`,
			VideoTask{ID: "t", Status: "in_progress", Progress: 100, Unclear: true}, &TaskError{"vetoed", "vetoed"}},
		{"an unknown word and an error", `{"id":"t","status":"vetoed","error":"no"}`,
			VideoTask{ID: "t", Status: "in_progress", Unclear: true}, &TaskError{"vetoed", "vetoed: no"}},
		{"an unknown word below 100", `{"id":"t","status":"vetoed","progress":99}`,
			VideoTask{ID: "t", Status: "in_progress", Progress: 99}, nil},
		{"running at 100", `{"id":"t","status":"processing","progress":100}`,
			VideoTask{ID: "t", Status: "in_progress", Progress: 100}, nil},
		{"an error without words", `{"id":"t","status":"in_progress","error":{"code":"","message":""}}`,
			VideoTask{ID: "t", Status: "in_progress"}, nil},
		{"an error that is false", `{"id":"t","status":"in_progress","error":false}`,
			VideoTask{ID: "t", Status: "in_progress"}, nil},
		{"behind a BOM", "\ufeff" + `{"id":"t","status":"failed","errors":["no","never"]}`,
			VideoTask{ID: "t", Status: "failed"}, &TaskError{"task_failed", "no; never"}},
		{"reason in detail", `{"id":"t","type":"video","status":"failed","detail":[{"msg":"no"}]}`,
			VideoTask{ID: "t", Status: "failed"}, &TaskError{"task_failed", "no"}},
		{"reason of Kling", `{"code":0,"message":"SUCCEED","data":{"task_id":"t","task_status":"failed","task_status_msg":"risk control"}}`, VideoTask{ID: "t", Status: "failed"}, &TaskError{"task_failed", "risk control"}},
		{"a signed link in the reason",
			`{"id":"t","status":"failed","error":{"message":"cannot fetch https://h.example/signed-path?X-Signature=1 with ` + testKey + `"}}`, VideoTask{ID: "t", Status: "failed"}, &TaskError{"task_failed", "cannot fetch https://h.example/… with [key]"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := parser(t).parseTask([]byte(tc.body))
			if got.ID != tc.want.ID || got.Status != tc.want.Status || got.Progress != tc.want.Progress ||
				got.Seconds != tc.want.Seconds || got.Unclear != tc.want.Unclear {
				t.Errorf("read %+v, want %+v", got, tc.want)
			}
			if (got.Error == nil) != (tc.fault == nil) || got.Error != nil && *got.Error != *tc.fault {
				t.Errorf("error %+v, want %+v", got.Error, tc.fault)
			}
			clean(t, got.Raw)
		})
	}
}

func TestStatusOf(t *testing.T) {
	for want, words := range map[string][]string{
		StatusQueued: {"queued", "pending", "QUEUED", "submitted", "NOT_START", " queued "},
		StatusInProgress: {"in_progress", "processing", "running", "unknown", "paused", "IN_PROGRESS", "a new word",
			"{}", "TASK_STATUS_PROCESSING"},
		StatusCompleted: {"completed", "succeeded", "success", "SUCCESS", "Completed", "done"},
		StatusFailed:    {"failed", "failure", "error", "FAILURE", "JOB_STATE_FAILED", "refunded"},
		StatusEnded: {"aborted", "timeout", "timed_out", "TIMED-OUT", "expired", "incomplete", "content_filtered",
			"nsfw", "rejected",
			"cancelled", "canceled", "deleted", "Content Moderated", "JOB_STATE_CANCELLED"},
	} {
		for _, w := range words {
			if got := StatusOf(w); got != want {
				t.Errorf("%q = %s, want %s", w, got, want)
			}
		}
	}
}

func TestParseTaskTimes(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for _, v := range []string{"1795262400", `"1795262400"`, "1795262400000", `"2026-11-21T12:00:00Z"`,
		`"2026-11-21T13:00:00+01:00"`, "1795262400.9"} {
		got := parser(t).parseTask([]byte(`{"id":"t","status":"queued","created_at":` + v + `,"expires_at":` + v + `}`))
		if !got.CreatedAt.Equal(at) || !got.ExpiresAt.Equal(at) {
			t.Errorf("%s read as %v, %v", v, got.CreatedAt, got.ExpiresAt)
		}
	}
	for _, v := range []string{"null", `""`, "0", "-5", "{}", "1e300", `"soon"`} {
		if got := parser(t).parseTask([]byte(`{"id":"t","created_at":` + v + `}`)); !got.CreatedAt.IsZero() {
			t.Errorf("%s read as %v", v, got.CreatedAt)
		}
	}
}

func TestReadErrorBody(t *testing.T) {
	for _, tc := range []struct{ name, body, code, message, param string }{
		{"A", `{"error":{"message":"m","type":"t","param":"seconds","code":"c"}}`, "c", "m", "seconds"},
		{"A, code null", `{"error":{"message":"m","type":"invalid_request_error","param":null,"code":null}}`,
			"invalid_request_error", "m", ""},
		{"A, code a number", `{"error":{"message":"m","code":429}}`, "429", "m", ""},
		{"A, code empty", `{"error":{"message":"Invalid token","type":"new_api_error","code":""}}`, "new_api_error",
			"Invalid token", ""},
		{"B", `{"code":"task_not_exist","message":"m","data":null}`, "task_not_exist", "m", ""},
		{"detail, text", `{"detail":"Video not found"}`, "", "Video not found", ""},
		{"detail, list", `{"detail":[{"loc":["body","seconds"],"msg":"bad","type":"int"},{"loc":["body","size"],"msg":"worse"}]}`, "", "seconds: bad; size: worse", "seconds"},
		{"detail, list of texts", `{"detail":["a","b"]}`, "", "a; b", ""},
		{"detail, object", `{"detail":{"message":"m"}}`, "", "m", ""},
		{"error as text", `{"error":"m"}`, "", "m", ""},
		{"error null", `{"error":null,"message":"m"}`, "", "m", ""},
		{"wrapped A in B", `{"code":"fail_to_fetch_task","message":"{\"error\":{\"code\":\"bad_seconds\",\"message\":\"seconds must be\"}}\n","data":null}`, "bad_seconds", "seconds must be", ""},
		{"wrapped without code", `{"code":"outer","message":"{\"error\":\"inner\"}"}`, "outer", "inner", ""},
		{"wrapped twice", `{"code":"o","message":"{\"message\":\"{\\\"message\\\":\\\"deep\\\"}\"}"}`, "o", "deep", ""},
		{"a text of JSON in a text", `{"message":"\"{\\\"error\\\":\\\"deep\\\"}\""}`, "", "deep", ""},
		{"a quotation", `{"message":"\"seconds\" must be"}`, "", `"seconds" must be`, ""},
		{"error_message", `{"error_message":"m","error_code":1}`, "", "m", ""},
		{"errors, texts", `{"errors":["a","b"]}`, "", "a; b", ""},
		{"errors, objects", `{"errors":[{"title":"t","detail":"a"},{"message":"b"}]}`, "", "a; b", ""},
		{"errors by field", `{"title":"invalid","errors":{"size":["worse"],"prompt":["too long","bad"]}}`, "",
			"prompt: too long; prompt: bad; size: worse", "prompt"},
		{"error as a list", `{"error":[{"message":"a"}]}`, "", "a", ""},
		{"detail in error", `{"error":{"code":"c","detail":[{"loc":["body","size"],"msg":"bad"}]}}`, "c", "size: bad",
			"size"},
		{"a list of envelopes", `[{"error":{"code":429,"message":"m"}}]`, "429", "m", ""},
		{"BOM", "\ufeff\ufeff" + `{"error":{"message":"m"}}`, "", "m", ""},
		{"BOM before text", "\ufeffno such page", "", "no such page", ""},
		{"BOM in a wrapped error", `{"message":"\ufeff{\"error\":\"inner\"}"}`, "", "inner", ""},
		{"a message that only looks like JSON", `{"message":"{broken"}`, "", "{broken", ""},
		{"message as an object", `{"error":{"message":{"a": 1}}}`, "", `{"a":1}`, ""},
		{"msg", `{"code":7,"msg":"m"}`, "7", "m", ""},
		{"a JSON text", `"m"`, "", "m", ""},
		{"plain text", "404 page not found\n", "", "404 page not found", ""},
		{"nothing", "", "", "", ""},
		{"a list", `[1]`, "", "", ""},
		{"an empty object", `{}`, "", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := readErrorBody([]byte(tc.body), false)
			if got.code != tc.code || got.message != tc.message || got.param != tc.param {
				t.Errorf("read %+v", got)
			}
		})
	}
	page := []byte("\n<!DOCTYPE html><html><head><title>502 Bad\n Gateway</title></head></html>")
	if got := readErrorBody(page, true); !strings.HasPrefix(got.message, "a web page instead of an answer: 502 Bad") {
		t.Errorf("HTML: %q", got.message)
	}
	if got := readErrorBody([]byte("<p>hello"), true); got.message != "a web page instead of an answer" {
		t.Errorf("HTML without title: %q", got.message)
	}
}

func TestParsePictures(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		want       []ImageItem
	}{
		{"interface", `{"data":[{"url":"https://h/x","b64_json":""}]}`, []ImageItem{{URL: "https://h/x"}}},
		{"bytes alone", `{"created":1,"data":[{"b64_json":"QUJD"}]}`, []ImageItem{{B64JSON: "QUJD"}}},
		{"null beside", `{"data":[{"url":null,"b64_json":"QUJD"}]}`, []ImageItem{{B64JSON: "QUJD"}}},
		{"several, one empty", `{"data":[{"url":"a"},{"url":"","b64_json":""},{"url":"b","revised_prompt":"r"}]}`,
			[]ImageItem{{URL: "a"}, {URL: "b", RevisedPrompt: "r"}}},
		{"a data URL", `{"data":[{"url":"data:image/png;base64,QUJD"}]}`,
			[]ImageItem{{URL: "data:image/png;base64,QUJD"}}},
		{"data as an object", `{"data":{"url":"a"}}`, []ImageItem{{URL: "a"}}},
		{"wrapped", `{"code":"success","data":{"data":[{"url":"a"}]}}`, []ImageItem{{URL: "a"}}},
		{"links alone", `{"data":["a","b"]}`, []ImageItem{{URL: "a"}, {URL: "b"}}},
		{"images", `{"images":[{"url":"a"}]}`, []ImageItem{{URL: "a"}}},
		{"the list alone", `[{"url":"a"},"b"]`, []ImageItem{{URL: "a"}, {URL: "b"}}},
		{"BOM", "\ufeff" + `{"data":[{"url":"a"}]}`, []ImageItem{{URL: "a"}}},
		{"empty", `{"data":[]}`, nil},
		{"an error", `{"error":{"message":"x"}}`, nil},
		{"no JSON", `<html>`, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := parser(t).parsePictures([]byte(tc.body))
			if len(got.Data) != len(tc.want) {
				t.Fatalf("read %+v", got.Data)
			}
			for i := range got.Data {
				if got.Data[i] != tc.want[i] {
					t.Errorf("item %d: %+v, want %+v", i, got.Data[i], tc.want[i])
				}
			}
		})
	}
}

func TestParseUsage(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		want       Usage
	}{
		{"new names", `{"input_tokens":1010,"output_tokens":750,"total_tokens":1760,"input_tokens_details":{"text_tokens":10,"image_tokens":1000}}`, Usage{InputTokens: 1010, OutputTokens: 750, TotalTokens: 1760, InputTextTokens: 10, InputImageTokens: 1000, Split: true, Known: true}},
		{"old names", `{"prompt_tokens":10,"completion_tokens":"750"}`,
			Usage{InputTokens: 10, OutputTokens: 750, TotalTokens: 760, Known: true}},
		{"both, zeros in one", `{"input_tokens":0,"output_tokens":0,"prompt_tokens":10,"completion_tokens":750,"total_tokens":760}`, Usage{InputTokens: 10, OutputTokens: 750, TotalTokens: 760, Known: true}},
		{"details alone", `{"output_tokens":750,"input_tokens_details":{"text_tokens":10}}`,
			Usage{InputTokens: 10, OutputTokens: 750, TotalTokens: 760, InputTextTokens: 10, Split: true, Known: true}},
		{"details that do not add up",
			`{"input_tokens":99,"output_tokens":1,"input_tokens_details":{"text_tokens":10}}`,
			Usage{InputTokens: 99, OutputTokens: 1, TotalTokens: 100, Known: true}},
		{"zeros", `{"input_tokens":0,"output_tokens":0}`, Usage{}},
		{"negative", `{"output_tokens":-7}`, Usage{}},
		{"output alone", `{"output_tokens":5}`, Usage{OutputTokens: 5, TotalTokens: 5, Split: true, Known: true}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := parseUsage([]byte(tc.body))
			if string(got.Raw) != tc.body {
				t.Errorf("raw %s", got.Raw)
			}
			got.Raw = nil
			if got.InputTokens != tc.want.InputTokens || got.OutputTokens != tc.want.OutputTokens ||
				got.TotalTokens != tc.want.TotalTokens ||
				got.InputTextTokens != tc.want.InputTextTokens || got.InputImageTokens != tc.want.InputImageTokens ||
				got.Split != tc.want.Split || got.Known != tc.want.Known {
				t.Errorf("read %+v, want %+v", got, tc.want)
			}
		})
	}
	for _, none := range []string{"", "null", "5", "[]"} {
		if got := parseUsage([]byte(none)); got.Known || got.Raw != nil {
			t.Errorf("%q: %+v", none, got)
		}
	}
}

func TestRedact(t *testing.T) {
	for _, tc := range []struct{ key, in, want string }{
		{testKey, "no such key " + testKey + "!", "no such key [key]!"},
		{"abc/def+ghi=", "k=abc%2Fdef%2Bghi%3D abc\\/def+ghi=", "k=[key] [key]"},
		{"key", "the key is a monkey", "the [key] is a monkey"},
		{testKey, "Authorization: Bearer sk-other-key-000", "Authorization: Bearer [key]"},
		{testKey, "see https://cdn.example.com/signed-path/a.mp4?X-Signature=1.", "see https://cdn.example.com/…"},
		{testKey, `see "https:\/\/cdn.example.com\/signed-path\u0026sig=1"`, `see "https://cdn.example.com/…"`},
		{testKey, "HTTP://User:pw@H.example:81/p", "HTTP://H.example:81/…"},
		{testKey, "ask https://h.example please", "ask https://h.example please"},
		{testKey, "GET /v1/videos?sig=abc&x=1 failed", "GET /v1/videos?… failed"},
		{testKey, "data:image/png;base64,AAAA", "data:…"},
		{testKey, "input_reference must be an HTTP(S) URL", "input_reference must be an HTTP(S) URL"},
		{testKey, "why? because", "why? because"},
	} {
		if got := redact(tc.in, tc.key); got != tc.want {
			t.Errorf("%q became %q, want %q", tc.in, got, tc.want)
		}
	}
}

// FuzzAnswers feeds every reader of answers: none may panic, and nothing that they give out may hold the key.
func FuzzAnswers(f *testing.F) {
	for _, s := range []string{
		`{"id":"task_1","object":"video","status":"queued","progress":0}`,
		`{"code":"success","data":{"task_id":"t","status":"FAILURE","progress":"62%","fail_reason":"{\"error\":\"x\"}"}}`,
		`{"error":{"message":"m ` + testKey + `","type":"t","param":"seconds","code":1}}`,
		`{"detail":[{"loc":["body",0],"msg":"bad"}]}`,
		`{"data":[{"url":"https://h/x?sig=1","b64_json":""}],"usage":{"input_tokens":"5","output_tokens":9e99}}`,
		`{"id":null,"status":{},"progress":1e400,"created_at":"9999999999999999999"}`,
		"<html><title>" + testKey + "</title>", `"` + testKey + `"`, "[[[[", "", "\xff\xfe{",
		`{"error":{"message":{"a":[1]}}}`,
	} {
		f.Add([]byte(s), true)
		f.Add([]byte(s), false)
	}
	c := parser(f)
	f.Fuzz(func(t *testing.T, body []byte, html bool) {
		task := c.parseTask(body)
		if task.Progress < 0 || task.Progress > 100 || (task.Error != nil) != (task.Status == StatusFailed) {
			t.Errorf("task %+v", task)
		}
		out := []string{task.Raw, task.RawStatus, task.Model, task.Size, task.Seconds}
		if task.Error != nil {
			out = append(out, task.Error.Code, task.Error.Message)
		}
		pictures := c.parsePictures(body)
		u := pictures.Usage
		if u.InputTokens < 0 || u.OutputTokens < 0 || u.InputTextTokens < 0 || u.InputImageTokens < 0 {
			t.Errorf("usage %+v", u)
		}
		env := readErrorBody(body, html)
		out = append(out, pictures.Raw, c.displayText(env.message), c.displayText(env.code), c.displayText(env.param),
			c.rawExcerpt(body))
		for _, s := range out {
			if strings.Contains(s, testKey) || !utf8.ValidString(s) {
				t.Errorf("given out: %q", s)
			}
		}
	})
}

// FuzzRedact checks that the key is removed from any surrounding text.
func FuzzRedact(f *testing.F) {
	f.Add("before ", " after")
	f.Add("https://h/", "?sig=1")
	f.Add("Bearer ", `\u0026`)
	f.Fuzz(func(t *testing.T, before, after string) {
		if got := redact(before+testKey+after, testKey); strings.Contains(got, testKey) {
			t.Errorf("%q", got)
		}
	})
}
