package automation

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"

	"viviscope/client/guard"
)

// Protocol is the version of calls and answers. New members may be added to both at any time.
const Protocol = 2

// Limits of a line in bytes, with its end. A call may carry a long list; longer answers come in pages.
const (
	MaxCall = 16 << 20
	MaxLine = 4 << 20
)

// Call is the line that a caller sends.
type Call struct {
	Protocol int             `json:"viviscope"`
	Call     string          `json:"call"`               // a name in the table of handlers
	Program  string          `json:"program,omitempty"`  // version of the caller, for the log
	Client   string          `json:"client,omitempty"`   // "": the user
	Token    string          `json:"token,omitempty"`    // of the client
	Profile  string          `json:"profile,omitempty"`  // name; "": the last selected profile, else the sandbox
	BaseURL  string          `json:"base_url,omitempty"` // of a profile, saved or not
	Form     string          `json:"form,omitempty"`     // request format of BaseURL; "": that of the profile
	Key      string          `json:"key,omitempty"`      // for BaseURL or Profile in this run, with any call
	Args     json.RawMessage `json:"args,omitempty"`     // one of the Args types
	Open     []string        `json:"open,omitempty"`     // of windowProtocol: absolute paths
}

// LogValue implements [slog.LogValuer]. It omits secrets.
func (c Call) LogValue() slog.Value {
	return slog.GroupValue(slog.String("call", c.Call), slog.String("program", c.Program),
		slog.String("client", c.Client))
}

// String implements [fmt.Stringer]. It omits secrets.
func (c Call) String() string { return c.LogValue().String() }

// Line is a line of the answer. The last one of a call has Result or Error.
type Line struct {
	Protocol int             `json:"viviscope,omitempty"` // of windowProtocol
	OK       bool            `json:"ok,omitempty"`        // of windowProtocol
	Event    json.RawMessage `json:"event,omitempty"`
	Result   json.RawMessage `json:"result,omitempty"`
	Error    *Failure        `json:"error,omitempty"`
}

// errTooLong reports that a line is longer than the other side accepts.
var errTooLong = errors.New("line too long")

// readLine decodes a line of JSON of at most limit bytes.
func readLine(r *bufio.Reader, limit int, into any) error {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > limit {
			return errTooLong
		}
		if err == nil {
			return json.Unmarshal(line, into)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// writeLine encodes v as a line of at most limit bytes.
func writeLine(w io.Writer, limit int, v any) error {
	line, err := Encode(v)
	if err != nil {
		return fmt.Errorf("encode line: %w", err)
	}
	if len(line) >= limit {
		return errTooLong
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

// Encode returns a value as JSON in one line. It does not escape <, > and &, so that a text does not become longer than
// its limit.
func Encode(v any) (json.RawMessage, error) {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(line.Bytes(), []byte("\n")), err
}

// The arguments of the calls. FORMATS.md defines enums, numbers and dates. An amount is a decimal in the currency of
// the profile's prices. A REF is a prefix of the ref of one job or asset, of at least four digits.
type (
	// MakeArgs are the arguments of make and price.
	MakeArgs struct {
		// the click ID: 1 to 128 printable characters of ASCII; make needs one
		RequestID string `json:"request_id,omitempty"`
		Rows      []Row  `json:"rows"`               // 1 to 1,000
		MaxCost   string `json:"max_cost,omitempty"` // "": no limit but those of the profile
		Hold      bool   `json:"hold,omitempty"`     // the user releases the jobs later
	}

	// Row is one request, Copies times. First, Last and Images are REFs or links, or absolute paths if no client calls.
	Row struct {
		Kind    string          `json:"kind"`    // text_to_video, frames_to_video, text_to_image, edit_image
		Request json.RawMessage `json:"request"` // as the service accepts it, without the pictures
		Copies  int             `json:"copies,omitempty"`
		First   string          `json:"first,omitempty"`
		Last    string          `json:"last,omitempty"`
		Images  []string        `json:"images,omitempty"`
		Like    string          `json:"like,omitempty"` // the model with the rules of Model; only for the user
	}

	// JobsArgs are the arguments of jobs. With Follow the answer lasts until the caller closes the connection. With
	// RequestID it has the jobs of a click, in their order.
	JobsArgs struct {
		States    []string `json:"states,omitempty"`
		Refs      []string `json:"refs,omitempty"`
		RequestID string   `json:"request_id,omitempty"`

		Client string `json:"client,omitempty"`
		Limit  int    `json:"limit,omitempty"`  // 0: 100; at most 1,000
		Before int64  `json:"before,omitempty"` // Before of the previous page; 0: the newest
		Follow bool   `json:"follow,omitempty"`
	}

	WaitArgs struct {
		Refs    []string `json:"refs"`
		Seconds float64  `json:"seconds,omitempty"` // 0: until all jobs have ended or wait for the user
	}

	// RefsArgs are the arguments of release and discard.
	RefsArgs struct {
		Refs  []string `json:"refs"`
		Agree string   `json:"agree,omitempty"` // release: what the user agreed to, see [Quote.Agree]; "": nothing
	}

	TrackArgs struct {
		Tasks []string `json:"tasks"`
	}

	ModelsArgs struct {
		Kind string `json:"kind,omitempty"`
		Fits *Row   `json:"fits,omitempty"` // a request that the models should support
	}

	FindArgs struct {
		Query  string `json:"query"` // as in the search box
		Limit  int    `json:"limit,omitempty"`
		Before int64  `json:"before,omitempty"`
	}

	LookArgs struct {
		Ref string   `json:"ref"`
		At  *float64 `json:"at,omitempty"` // seconds into a clip; nil: its poster
	}

	TagArgs struct {
		Refs   []string `json:"refs"`
		Add    []string `json:"add,omitempty"`
		Remove []string `json:"remove,omitempty"`
		Star   *bool    `json:"star,omitempty"`
	}

	CostsArgs struct {
		Since  string `json:"since,omitempty"` // a date as in the search box; "": everything
		Until  string `json:"until,omitempty"`
		By     string `json:"by,omitempty"` // model, kind, day, client; "": totals only
		Client string `json:"client,omitempty"`
	}

	// CastArgs are the arguments of cast_add and cast_remove.
	CastArgs struct {
		Name     string   `json:"name"`
		Kind     string   `json:"kind,omitempty"` // person, place, thing or look
		Words    string   `json:"words,omitempty"`
		Pictures []string `json:"pictures,omitempty"` // REFs or absolute paths
		Replace  bool     `json:"replace,omitempty"`  // an entry of the same name
	}

	// BoardArgs are the arguments of the board calls.
	BoardArgs struct {
		// a REF; "": board_show lists, board_apply makes a new board
		Ref string `json:"ref,omitempty"`
		// board_apply: the document, as in boards/*.json or an answer of board_show
		Board json.RawMessage `json:"board,omitempty"`
		Redo  bool            `json:"redo,omitempty"` // board_undo: redoes the last undone step
		// board_apply, board_make: as the caller read it; 0: any, for the user
		Version int `json:"version,omitempty"`
		// keyframes or clips; "": both, if they can be made now; final: the chosen takes again with the final settings;
		// remake: the takes that no longer match
		Stage string `json:"stage,omitempty"`
		// IDs of shots and keyframes, instead of a stage; with final or remake: only these of the stage
		Cards     []string `json:"cards,omitempty"`
		RequestID string   `json:"request_id,omitempty"`
		MaxCost   string   `json:"max_cost,omitempty"`
		Hold      bool     `json:"hold,omitempty"`
	}

	// ExportArgs are the arguments of export and board_export.
	ExportArgs struct {
		Refs     []string `json:"refs,omitempty"`
		Board    string   `json:"board,omitempty"`
		Folder   string   `json:"folder,omitempty"` // absolute; only for the user
		Name     string   `json:"name,omitempty"`   // of the new folder or archive: a plain name, no path
		Zip      bool     `json:"zip,omitempty"`
		Sidecars bool     `json:"sidecars,omitempty"`
		Formats  []string `json:"formats,omitempty"` // of a board: film, clips, otio, fcpxml, srt
	}

	ImportArgs struct {
		Paths []string `json:"paths"` // absolute
	}

	// JoinArgs are the arguments of join and board_join.
	JoinArgs struct {
		Refs   []string `json:"refs,omitempty"`
		Board  string   `json:"board,omitempty"`
		Silent bool     `json:"silent,omitempty"`
		Cut    int      `json:"cut,omitempty"` // frames to remove at each join
	}
)

// errCut reports that the connection ended before the last line of the answer. The call may have been done.
var errCut = errors.New("the connection was cut")

// exchange makes a call on a connection, and closes it. Errors: errCut, *[Failure].
func exchange(ctx context.Context, conn net.Conn, q Call, into any, event func(json.RawMessage)) error {
	defer conn.Close() // nothing is left to write
	stop := guard.AfterContext(ctx, "end of call", func() { _ = conn.Close() })
	defer stop()
	if err := writeLine(conn, MaxCall, q); errors.Is(err, errTooLong) {
		return NewFailure(CodeTooMany, "the call is too long: ask for less at once")
	} else if err != nil {
		return fmt.Errorf("%w: %w", errCut, err)
	}
	for r := bufio.NewReader(conn); ; {
		var line Line
		if err := readLine(r, MaxLine, &line); err != nil {
			return fmt.Errorf("%w: %w", errCut, err)
		}
		switch {
		case line.Event != nil:
			if event != nil {
				event(line.Event)
			}
		case line.Error != nil:
			return line.Error
		case line.Result != nil:
			if into == nil {
				return nil
			}
			return json.Unmarshal(line.Result, into)
		case line.OK:
			return nil
		default:
			return NewFailure(CodeOldProgram, "the running Viviscope is too old for commands: quit it first")
		}
	}
}
