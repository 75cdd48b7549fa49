package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxLine is the maximum line length, in bytes.
const maxLine = sdk.DefaultMaxLineLength

// transport returns the transport of a session. The SDK ends a session at the first invalid line. The transport
// therefore passes on only valid ones and answers the others with a JSON-RPC error.
func transport(stdin io.ReadCloser, stdout io.WriteCloser) sdk.Transport {
	out := &lineWriter{WriteCloser: stdout}
	in := &lineReader{Closer: stdin, in: bufio.NewReaderSize(stdin, 64<<10), out: out}
	return &sdk.IOTransport{Reader: in, Writer: out}
}

// lineWriter serialises the writes of several goroutines.
type lineWriter struct {
	mu sync.Mutex
	io.WriteCloser
}

func (w *lineWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.WriteCloser.Write(p)
}

// lineReader reads messages of a client and passes on the valid ones, one per line. Use it on one goroutine.
type lineReader struct {
	io.Closer
	in   *bufio.Reader
	out  io.Writer // for the answers to invalid messages
	rest []byte    // remainder of the current message
}

func (r *lineReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		line, long, err := r.next()
		if long {
			err = r.refuse(nil, jsonrpc.CodeInvalidRequest, "the message is longer than "+strconv.Itoa(maxLine)+
				" bytes")
		} else if len(line) > 0 { // also for a last line without a line break
			err = errors.Join(r.take(line), err)
		}
		if err != nil && len(r.rest) == 0 {
			if errors.Is(err, io.EOF) {
				return 0, io.EOF
			}
			return 0, err
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// next reads a line and trims byte order marks and blanks. long reports that it exceeded maxLine and was skipped.
func (r *lineReader) next() (line []byte, long bool, err error) {
	for {
		piece, e := r.in.ReadSlice('\n')
		if err = e; len(line)+len(piece) > maxLine {
			line, long = nil, true
		}
		if !long {
			line = append(line, piece...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			break
		}
	}
	mark := []byte("\ufeff")
	for line = bytes.TrimSpace(line); bytes.HasPrefix(line, mark); {
		line = bytes.TrimSpace(bytes.TrimPrefix(line, mark))
	}
	return line, long, err
}

// take passes on the messages of a line. It splits batches, which not every protocol version supports; the answers are
// the same.
func (r *lineReader) take(line []byte) error {
	if !json.Valid(line) {
		return r.refuse(nil, jsonrpc.CodeParseError, "the line is not JSON")
	}
	messages := []json.RawMessage{line}
	if line[0] == '[' {
		messages = nil
		if err := json.Unmarshal(line, &messages); err != nil || len(messages) == 0 {
			return r.refuse(nil, jsonrpc.CodeInvalidRequest, "the batch is empty")
		}
	}
	for _, m := range messages {
		if id, fault := faultOf(m); fault != "" {
			if err := r.refuse(id, jsonrpc.CodeInvalidRequest, fault); err != nil {
				return err
			}
			continue
		}
		var flat bytes.Buffer
		if err := json.Compact(&flat, m); err != nil {
			return err // it was valid JSON
		}
		r.rest = append(append(r.rest, flat.Bytes()...), '\n')
	}
	return nil
}

// faultOf returns why a message is not valid JSON-RPC 2.0 for MCP, and the raw ID for the answer. fault is "" if it is
// valid.
func faultOf(message []byte) (id json.RawMessage, fault string) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(message, &m); err != nil || m == nil {
		return nil, "the message is no JSON object"
	}
	id, hasID := m["id"]
	var value any
	_ = json.Unmarshal(id, &value) // valid JSON, or missing
	switch v := value.(type) {
	case string:
	case float64:
		if v != math.Trunc(v) || math.Abs(v) >= 1<<53 {
			return id, "id is neither a text nor a whole number below 2^53"
		}
	default:
		id = nil
		if hasID {
			return nil, "id is neither a text nor a whole number"
		}
	}
	var version string
	if json.Unmarshal(m["jsonrpc"], &version) != nil || version != "2.0" {
		return id, `jsonrpc is not "2.0"`
	}
	var method string
	switch raw, has := m["method"]; {
	case !has && m["result"] == nil && m["error"] == nil:
		return id, "method is missing"
	case has && json.Unmarshal(raw, &method) != nil || string(raw) == "null":
		return id, "method is not a text"
	}
	if p := bytes.TrimSpace(m["params"]); len(p) > 0 && p[0] != '{' {
		return id, "params is not an object"
	}
	if _, err := jsonrpc.DecodeMessage(message); err != nil {
		return id, "the message is none of JSON-RPC 2.0"
	}
	return id, ""
}

// refuse answers an invalid message. Without an ID the answer has null, as JSON-RPC requires.
func (r *lineReader) refuse(id json.RawMessage, code int, why string) error {
	if id == nil {
		id = json.RawMessage("null")
	}
	answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id,
		"error": map[string]any{"code": code, "message": why}})
	if err == nil {
		_, err = r.out.Write(append(answer, '\n'))
	}
	return err
}
