package mcp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
)

// rawSession is a session that the test drives line by line.
type rawSession struct {
	t     *testing.T
	owner *fakeOwner
	in    io.WriteCloser
	out   *bufio.Scanner
}

type rawAnswer struct {
	Version string `json:"jsonrpc"`
	ID      any
	Result  json.RawMessage
	Error   *struct {
		Code    int
		Message string
	}
}

func newRawSession(t *testing.T) *rawSession {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	s := &rawSession{t: t, owner: &fakeOwner{}, in: toServer, out: bufio.NewScanner(fromServer)}
	s.out.Buffer(nil, maxLine+1000)
	served := make(chan error, 1)
	go func() {
		err := Serve(t.Context(), s.owner, fromClient, toClient, "1")
		toClient.Close()
		fromClient.Close()
		served <- err
	}()
	t.Cleanup(func() {
		toServer.Close()
		if err := <-served; err != nil {
			t.Errorf("the end of stdin is an error: %v", err)
		}
	})
	return s
}

func (s *rawSession) write(line string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, line); err != nil {
		s.t.Fatalf("the server is gone after %.80q: %v", line, err)
	}
}

func (s *rawSession) hear() (a rawAnswer) {
	s.t.Helper()
	if !s.out.Scan() {
		s.t.Fatal("the server is gone")
	}
	if err := json.Unmarshal(s.out.Bytes(), &a); err != nil || a.Version != "2.0" {
		s.t.Fatalf("%s: %v", s.out.Text(), err)
	}
	return a
}

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
	`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"

// An invalid line is answered with an error, and the session continues.
func TestASessionOutlivesABadLine(t *testing.T) {
	s := newRawSession(t)
	s.write("nonsense\n")
	if a := s.hear(); a.Error == nil || a.Error.Code != -32700 {
		t.Errorf("before the session: %+v", a)
	}
	s.write("\ufeff" + hello)
	if a := s.hear(); a.Error != nil {
		t.Fatalf("a byte order mark before the first line: %+v", a.Error)
	}
	deep := strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000)
	for line, want := range map[string]struct {
		code int
		id   any
	}{
		`{"jsonrpc":"2.0","id":1,"method":"ping"`: {-32700, nil},
		`{}{}`:                     {-32700, nil},
		"\x00":                     {-32700, nil},
		deep:                       {-32700, nil},
		`{"id":2,"method":"ping"}`: {-32600, 2.0},
		`{"jsonrpc":"1.0","id":"x","method":"ping"}`:                 {-32600, "x"},
		`{"jsonrpc":2,"id":"x","method":"ping"}`:                     {-32600, "x"},
		`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`:                 {-32600, 1.5},
		`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`:    {-32600, 9007199254740992.0},
		`{"jsonrpc":"2.0","id":null,"method":"ping"}`:                {-32600, nil},
		`{"jsonrpc":"2.0","id":{},"method":"ping"}`:                  {-32600, nil},
		`{"jsonrpc":"2.0","id":3}`:                                   {-32600, 3.0},
		`{"jsonrpc":"2.0","id":4,"method":7}`:                        {-32600, 4.0},
		`{"jsonrpc":"2.0","id":4,"method":null}`:                     {-32600, 4.0},
		`{"jsonrpc":"2.0","id":5,"method":"ping","params":[1]}`:      {-32600, 5.0},
		`{"jsonrpc":"2.0","id":5,"method":"ping","params":null}`:     {-32600, 5.0},
		`{"jsonrpc":"2.0","id":6,"error":"x"}`:                       {-32600, 6.0},
		`[]`:                                                         {-32600, nil},
		`[1]`:                                                        {-32600, nil},
		`"x"`:                                                        {-32600, nil},
		`null`:                                                       {-32600, nil},
		strings.Repeat(" ", maxLine) + "{}":                          {-32600, nil},
		`{"jsonrpc":"2.0","id":8,"method":"no/such","params":{}}`:    {-32601, 8.0},
		`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{}}`: {-32602, 9.0},
	} {
		s.write(line + "\n")
		if a := s.hear(); a.Error == nil || a.Error.Code != want.code || a.ID != want.id {
			t.Errorf("%.90q: %+v %+v", line, a, a.Error)
		}
	}
	for i, line := range []string{"\r\n\n  \n" + `{"jsonrpc":"2.0","id":%d,"method":"ping"}` + "\r\n",
		`[{"jsonrpc":"2.0","id":%d,"method":"ping"}]` + "\n"} {
		s.write(fmt.Sprintf(line, 100+i))
		if a := s.hear(); a.Error != nil || a.ID != float64(100+i) {
			t.Errorf("%q: %+v", line, a)
		}
	}
}

// Errors name invalid arguments without their values, which may be long or confidential.
func TestInvalidArgumentsAreNotEchoed(t *testing.T) {
	s := newRawSession(t)
	s.write(hello)
	s.hear()
	secret := strings.Repeat("s3cret", 1000)
	for args, want := range map[string]string{
		`{"refs":"` + secret + `"}`:                    "refs: want array, got string",
		`{"refs":null}`:                                "refs: want array, got null",
		`{"refs":["7f3a","` + secret + `"]}`:           "refs[1]: want a text that matches",
		`{"states":["` + secret + `"]}`:                "states[0]: want one of [",
		`{"states":["held","helt"]}`:                   "states[1]: want one of [",
		`{"limit":1000}`:                               "limit: want at most 100",
		`{"limit":1.5}`:                                "limit: want integer, got number",
		`{"` + secret + `":1}`:                         "there is no",
		`["` + secret + `"]`:                           "",
		`{"refs":[]}`:                                  "refs: want at least 1 items, got 0",
		`"` + secret + `"`:                             "",
		`{"limit":{"x":["` + secret + `",null,true]}}`: "limit: want integer, got object",
	} {
		s.write(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"jobs","arguments":` + args + "}}\n")
		a := s.hear()
		whole := string(a.Result)
		if a.Error != nil {
			whole = a.Error.Message
		}
		if !strings.Contains(whole, want) || strings.Contains(whole, secret) || strings.Contains(whole, "reflect") ||
			len(whole) > 1500 {
			t.Errorf("%.60s: %.300s", args, whole)
		}
	}
	for _, args := range []string{`null`, `{}`, `{"states":["held"]}`} {
		s.write(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"jobs","arguments":` + args + "}}\n")
		if a := s.hear(); a.Error != nil || strings.Contains(string(a.Result), `"isError":true`) {
			t.Errorf("%s: %s %+v", args, a.Result, a.Error)
		}
	}
}

// Each line of a client gets its own answer or none, and the server continues.
func FuzzLines(f *testing.F) {
	for _, line := range []string{`{"jsonrpc":"2.0","id":1,"method":"ping"}`,
		`[{"jsonrpc":"2.0","id":1,"method":"ping"},1]`, "\ufeff{}", `{"id":1.5}`, "\n\r\n", "[[",
		`{"jsonrpc":"2.0","id":"a","result":{}}`} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var answers strings.Builder
		r := &lineReader{Closer: io.NopCloser(nil), in: bufio.NewReader(strings.NewReader(string(data))), out: &answers}
		passed, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(passed)) {
			if _, fault := faultOf([]byte(line)); fault != "" || !strings.HasSuffix(line, "\n") {
				t.Fatalf("%q was passed on: %s", line, fault)
			}
		}
		for line := range strings.Lines(answers.String()) {
			if !json.Valid([]byte(line)) {
				t.Fatalf("%q", line)
			}
		}
	})
}
