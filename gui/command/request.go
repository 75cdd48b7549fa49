package command

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"viviscope/client"
	"viviscope/client/automation"
	"viviscope/client/order"
	"viviscope/db"
)

// readFile reads a file, or stdin for "-". It stops after most+1 bytes.
func (r *invocation) readFile(name string, most int64) ([]byte, error) {
	from := r.Stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, automation.Usage("%v", err)
		}
		defer file.Close()
		from = file
	}
	data, err := io.ReadAll(io.LimitReader(from, most+1))
	if err != nil { // it may be a folder
		return nil, automation.Usage("%v", err)
	}
	return data, nil
}

// maxJSON is the maximum size of a document in a call, in bytes.
const maxJSON = automation.MaxCall - 1<<20

// readJSON reads a JSON document, with or without byte order marks.
func (r *invocation) readJSON(name string) (json.RawMessage, error) {
	data, err := r.readFile(name, maxJSON)
	if err != nil {
		return nil, err
	}
	if name == "-" {
		name = "standard input"
	}
	for bytes.HasPrefix(data, []byte("\ufeff")) {
		data = data[len("\ufeff"):]
	}
	var document json.RawMessage
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(data, &document); {
	case len(data) > maxJSON:
		return nil, automation.Usage("%s is larger than %d MiB", name, maxJSON>>20)
	case len(bytes.TrimSpace(data)) == 0:
		return nil, automation.Usage("%s is empty", name)
	case !utf8.Valid(data), bytes.IndexByte(data, 0) >= 0:
		return nil, automation.Usage("%s is not UTF-8 text", name)
	case errors.As(err, &syntax):
		line := 1 + bytes.Count(data[:syntax.Offset], []byte("\n"))
		return nil, automation.Usage("%s is not JSON: line %d: %v", name, line, err)
	case err != nil:
		return nil, automation.Usage("%s is not JSON: %v", name, err)
	}
	return document, nil
}

// rows parses a list like the window does, with the models of the profile and the defaults of a new form. It returns
// picture links beside the requests. The error is that of the first row that the service would reject; all rows are
// returned anyway.
func (r *invocation) rows(text, name string) (rows []automation.Row, err error) {
	var models automation.ModelsAnswer
	if err := r.call("models", automation.ModelsArgs{}, &models); err != nil {
		return nil, err
	}
	env := order.Env{Format: client.RequestFormat(models.Form)}
	for _, m := range models.Models {
		own := client.Limits{Format: client.RequestFormat(m.Form), Seconds: client.JoinDurations(m.Seconds),
			Sizes: strings.Join(m.Sizes, ", ")}
		env.Models = append(env.Models, client.Alias{ID: m.ID, Like: m.Like, Limits: own})
	}
	r.form = env.Format
	list, err := order.New().ReadList(text, name, env)
	like := r.text("like")
	if err == nil && like != "" {
		env.Models = append(env.Models, unknownModels(list, env, like)...)
		list, err = order.New().ReadList(text, name, env)
	}
	if err != nil {
		return nil, automation.Usage("%v", err)
	}
	if len(list.Unknown) > 0 { // a misspelt column would be priced as a missing one
		return nil, automation.Usage("unknown columns: %s", strings.Join(list.Unknown, ", "))
	}
	for i, row := range list.Rows {
		for _, p := range row.Problems {
			if len(list.Rows) > 1 {
				r.printWords("line %d: %s", row.Line, p.Message)
			}
			if err == nil {
				err = &automation.Failure{Code: automation.CodeInvalid, Message: p.Message, Field: p.Field, Row: i + 1,
					Exit: automation.ExitInvalid}
			}
		}
		one := automation.Row{Kind: string(row.Kind), Copies: row.Clips}
		if row.Request != nil && slices.ContainsFunc(env.Models[len(models.Models):], func(a client.Alias) bool {
			return a.ID == row.Request.ModelName()
		}) {
			one.Like = like
		}
		switch q := row.Request.(type) {
		case client.VideoRequest:
			one.First, one.Last, q.InputReference = q.FirstFrame(), q.LastFrame(), nil
			row.Request = q
		case client.EditRequest:
			one.Images, q.ImageURLs = q.ImageURLs, nil
			row.Request = q
		}
		data, e := json.Marshal(row.Request)
		if e != nil {
			return nil, fmt.Errorf("encode request: %w", e)
		}
		one.Request = data
		rows = append(rows, one)
	}
	return rows, err
}

// unknownModels returns the models of a list that the profile does not know, as aliases of the model like.
func unknownModels(list order.List, env order.Env, like string) (further []client.Alias) {
	known := append(env.VideoModels(), env.ImageModels()...)
	for _, row := range list.Rows {
		if row.Request == nil {
			continue
		}
		id := row.Request.ModelName()
		if id != "" && !slices.ContainsFunc(known, func(m order.Model) bool { return m.ID == id }) &&
			!slices.ContainsFunc(further, func(a client.Alias) bool { return a.ID == id }) {
			further = append(further, client.Alias{ID: id, Like: like})
		}
	}
	return further
}

// fileRows reads the rows of a file.
func (r *invocation) fileRows(name string) ([]automation.Row, error) {
	text, err := r.readFile(name, order.MaxListBytes)
	if err != nil {
		return nil, err
	}
	return r.rows(string(text), filepath.Base(name))
}

// flagRows builds a list with one row from the flags of a request, because lists have the same columns and rules. Lists
// accept only links, so a placeholder link replaces each REF or file while the list is parsed.
func (r *invocation) flagRows() ([]automation.Row, error) {
	const standIn = "https://picture.example/"
	cells := map[string]any{}
	for name := range strings.FieldsSeq(readTable().Groups["row"]) {
		if value, given := r.values[name]; given {
			cells[name] = value
		}
	}
	for _, name := range []string{"first", "last"} {
		if r.text(name) != "" {
			cells[name] = standIn
		}
	}
	images, _ := r.values["image"].([]string)
	if len(images) > 0 {
		cells["image"] = slices.Repeat([]string{standIn}, len(images))
	}
	line, err := json.Marshal(cells)
	if err != nil {
		return nil, fmt.Errorf("encode request: %w", err)
	}
	rows, err := r.rows(string(line), "request.jsonl")
	if err == nil {
		rows[0].First, rows[0].Last, rows[0].Images = r.text("first"), r.text("last"), images
	}
	return rows, err
}

// hintForm prints which request format a service expects, derived from its error message.
func (r *invocation) hintForm(jobs []automation.Job) {
	for _, j := range jobs {
		if other, ok := client.SuggestedFormat(r.form, j.Message); ok && j.State == string(db.Rejected) {
			r.printWords("viviscope: the service may read another request format: try -form %s, and -like for a model that it names otherwise", other.Name())
			return
		}
	}
}

// send makes a call that sends jobs, or with -dry-run the call that previews it. It waits for the jobs if the flags
// request it, and if this process owns the library, because no other process would continue them. Without -click it
// creates a click ID, so that this process can retry the call after a lost response.
func (r *invocation) send(call string, args map[string]any) (int, error) {
	if r.on("dry-run") {
		return r.callAndPrint(strings.Replace(call, "make", "price", 1), args)
	}
	if args["request_id"] == nil && r.command.hasFlag("click") {
		args["request_id"] = rand.Text()
	}
	var sent, ended automation.JobsAnswer
	if err := r.call(call, args, &sent); err != nil {
		return r.interruptedOrder(err, args["request_id"])
	}
	_, wait := r.values["wait"]
	if len(sent.Jobs) > 0 && (wait || sent.Headless && !r.on("detach") && !r.on("hold")) {
		until := automation.WaitArgs{Seconds: r.seconds("wait")}
		for _, j := range sent.Jobs {
			until.Refs = append(until.Refs, j.Ref)
		}
		if err := r.call("wait", until, &ended); err != nil {
			r.printWords("viviscope: %v; the jobs go on in the window, or at the next start", r.interrupted(err))
			ended = r.reread(automation.JobsArgs{Refs: until.Refs})
			if len(ended.Jobs) == 0 {
				ended = automation.JobsAnswer{Jobs: sent.Jobs, Exit: automation.ExitRunning}
			}
		}
		sent.Jobs, sent.Exit = ended.Jobs, ended.Exit
	}
	r.hintForm(sent.Jobs)
	return r.printAnswer(sent)
}

// interruptedOrder ends a command whose order failed. After a signal the owner may have created the jobs, or be
// creating them. The answer contains the click ID, with which the same command continues, and the known jobs.
func (r *invocation) interruptedOrder(err error, clickID any) (int, error) {
	id, ok := clickID.(string)
	if !ok || r.conn == nil || !r.wasInterrupted(err) {
		return 0, err
	}
	now := r.reread(automation.JobsArgs{RequestID: id})
	r.printWords("viviscope: interrupted; the order may have been made: repeat the command with -click %s to go on with it", id)
	now.RequestID = id
	if len(now.Jobs) == 0 {
		now.Jobs, now.Exit = []automation.Job{}, automation.ExitRunning
	}
	return r.printAnswer(now)
}
