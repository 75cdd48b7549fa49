package automation

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
)

// Protocol is the version that calls and answers name. Other members may be added to both at any time.
const Protocol = 2

// Bounds of a line, bytes with its end. A call may carry a long list; longer answers come in pages.
const (
	MaxCall = 16 << 20
	MaxLine = 4 << 20
)

// Call is what a caller asks for.
type Call struct {
	Protocol int             `json:"viviscope"`
	Call     string          `json:"call"`               // a name of the table in server.go
	Program  string          `json:"program,omitempty"`  // version of the caller, for the log
	Client   string          `json:"client,omitempty"`   // "": the person
	Token    string          `json:"token,omitempty"`    // of the client
	Profile  string          `json:"profile,omitempty"`  // name; "": the one that was in front last, else the sandbox
	BaseURL  string          `json:"base_url,omitempty"` // of a profile that need not be saved
	Key      string          `json:"key,omitempty"`      // of BaseURL or Profile, for this run
	Args     json.RawMessage `json:"args,omitempty"`     // one of the Args types
}

// LogValue implements [slog.LogValuer]: what is secret is left out.
func (c Call) LogValue() slog.Value {
	return slog.GroupValue(slog.String("call", c.Call), slog.String("program", c.Program), slog.String("client", c.Client))
}

// String implements [fmt.Stringer], as LogValue.
func (c Call) String() string { return c.LogValue().String() }

// Line is what the owner answers with. The last one of a call has Result or Error.
type Line struct {
	Event  json.RawMessage `json:"event,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *Failure        `json:"error,omitempty"`
}

// errTooLong: a line is longer than the other side takes.
var errTooLong = errors.New("line too long")

// readLine reads one object of JSON that ends with its line, of at most limit bytes.
func readLine(r *bufio.Reader, limit int, into any) error {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if line = append(line, part...); len(line) > limit {
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

// writeLine writes v as one line of at most limit bytes.
func writeLine(w io.Writer, limit int, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode line: %w", err)
	}
	if len(line) >= limit {
		return errTooLong
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

// The arguments of the calls. Enums, numbers and dates are in the words of FORMATS.md; amounts are decimals in the currency of the
// profile's prices; a REF is the beginning of a job's or an asset's ref that no other has, of four digits or more.
type (
	// MakeArgs are those of make and price.
	MakeArgs struct {
		RequestID string `json:"request_id,omitempty"` // the click ID: 1 to 128 printable characters of ASCII; make needs one
		Rows      []Row  `json:"rows"`                 // 1 to 1,000
		MaxCost   string `json:"max_cost,omitempty"`   // "": no limit but those of the profile
		Hold      bool   `json:"hold,omitempty"`       // for later: a person releases it
	}

	// Row is one request, Copies times. First, Last and Images are REFs or links; the person's may be absolute paths.
	Row struct {
		Kind    string          `json:"kind"`    // text_to_video, frames_to_video, text_to_image, edit_image
		Request json.RawMessage `json:"request"` // as the service takes it, without the pictures
		Copies  int             `json:"copies,omitempty"`
		First   string          `json:"first,omitempty"`
		Last    string          `json:"last,omitempty"`
		Images  []string        `json:"images,omitempty"`
	}

	// JobsArgs are those of jobs. With Follow the answer lasts until the caller closes the connection.
	JobsArgs struct {
		States []string `json:"states,omitempty"`
		Refs   []string `json:"refs,omitempty"`
		Client string   `json:"client,omitempty"`
		Limit  int      `json:"limit,omitempty"`  // 0: 100; at most 1,000
		Before int64    `json:"before,omitempty"` // of the answer before; 0: the newest
		Follow bool     `json:"follow,omitempty"`
	}

	// WaitArgs are those of wait.
	WaitArgs struct {
		Refs    []string `json:"refs"`
		Seconds float64  `json:"seconds,omitempty"` // 0: until all have ended or wait for a person
	}

	// RefsArgs are those of release and discard.
	RefsArgs struct {
		Refs  []string `json:"refs"`
		Agree string   `json:"agree,omitempty"` // release: what a person was shown and said yes to, see [Quote.Agree]; "": nothing is agreed to
	}

	// TrackArgs are those of track.
	TrackArgs struct {
		Tasks []string `json:"tasks"`
	}

	// ModelsArgs are those of models.
	ModelsArgs struct {
		Kind string `json:"kind,omitempty"`
		Fits *Row   `json:"fits,omitempty"` // which models can do this
	}

	// FindArgs are those of find.
	FindArgs struct {
		Query  string `json:"query"` // as in the search box
		Limit  int    `json:"limit,omitempty"`
		Before int64  `json:"before,omitempty"`
	}

	// LookArgs are those of look.
	LookArgs struct {
		Ref string   `json:"ref"`
		At  *float64 `json:"at,omitempty"` // seconds into a clip; nil: its poster
	}

	// TagArgs are those of tag.
	TagArgs struct {
		Refs   []string `json:"refs"`
		Add    []string `json:"add,omitempty"`
		Remove []string `json:"remove,omitempty"`
		Star   *bool    `json:"star,omitempty"`
	}

	// CostsArgs are those of costs.
	CostsArgs struct {
		Since  string `json:"since,omitempty"` // a date as in the search box; "": everything
		Until  string `json:"until,omitempty"`
		By     string `json:"by,omitempty"` // model, kind, day, client; "": totals only
		Client string `json:"client,omitempty"`
	}

	// BoardArgs are those of the board calls.
	BoardArgs struct {
		Ref       string          `json:"ref,omitempty"`     // "": board_show lists, board_apply makes a new one
		Board     json.RawMessage `json:"board,omitempty"`   // board_apply: the document, as in boards/*.json
		Version   int             `json:"version,omitempty"` // board_apply, board_make: the one that the caller has read; 0: any, for the person
		Stage     string          `json:"stage,omitempty"`   // keyframes or clips; "": both that can be made now
		Cards     []string        `json:"cards,omitempty"`   // IDs of shots and keyframes, in place of a stage
		RequestID string          `json:"request_id,omitempty"`
		MaxCost   string          `json:"max_cost,omitempty"`
		Hold      bool            `json:"hold,omitempty"`
	}

	// ExportArgs are those of export and board_export.
	ExportArgs struct {
		Refs     []string `json:"refs,omitempty"`
		Board    string   `json:"board,omitempty"`
		Folder   string   `json:"folder,omitempty"` // absolute, the person's alone
		Name     string   `json:"name,omitempty"`   // of the new folder or archive: a plain name, never a path
		Zip      bool     `json:"zip,omitempty"`
		Sidecars bool     `json:"sidecars,omitempty"`
		Formats  []string `json:"formats,omitempty"` // of a board: otio, edl, fcpxml, srt, …
	}

	// ImportArgs are those of import.
	ImportArgs struct {
		Paths []string `json:"paths"` // absolute
	}

	// JoinArgs are those of join and board_join.
	JoinArgs struct {
		Refs   []string `json:"refs,omitempty"`
		Board  string   `json:"board,omitempty"`
		Silent bool     `json:"silent,omitempty"`
		Cut    int      `json:"cut,omitempty"` // frames at each join, as the command's
	}
)
