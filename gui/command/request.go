package command

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"viviscope/client"
	"viviscope/client/automation"
	"viviscope/gui/compose/form"
)

// readFile reads a file, or stdin for "-", up to what a list may have.
func (r *run) readFile(name string) (string, error) {
	from := r.Stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return "", automation.Usage("%v", err)
		}
		defer file.Close()
		from = file
	}
	data, err := io.ReadAll(io.LimitReader(from, form.MaxListBytes+1))
	if err != nil { // such as that of a folder
		return "", automation.Usage("%v", err)
	}
	return string(data), nil
}

// fileWords is the name of a file in words.
func fileWords(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// rows reads a list as the window does, with the models of the profile and the defaults of a first start. Pictures stand beside the
// requests; those of back are put in place of the links that stand for them. The error is of the first row that the service would refuse.
func (r *run) rows(text, name string, back ...string) (rows []automation.Row, err error) {
	var known automation.ModelsAnswer
	if err := r.ask("models", automation.ModelsArgs{}, &known); err != nil {
		return nil, err
	}
	var env form.Env
	for _, m := range known.Models {
		env.Models = append(env.Models, client.Alias{ID: m.ID, Like: m.Like})
	}
	list, err := form.New().ReadList(text, name, env)
	if err != nil {
		return nil, automation.Usage("%v", err)
	}
	for _, column := range list.Unknown {
		r.say("The column %q is unknown and is not used.", column)
	}
	pictures := strings.NewReplacer(back...)
	for i, row := range list.Rows {
		for _, p := range row.Problems {
			if len(list.Rows) > 1 {
				r.say("line %d: %s", row.Line, p.Message)
			}
			if err == nil {
				err = &automation.Failure{Code: automation.CodeInvalid, Message: p.Message, Field: p.Field, Row: i + 1, Exit: automation.ExitInvalid}
			}
		}
		one := automation.Row{Kind: string(row.Kind), Copies: row.Clips}
		switch q := row.Request.(type) {
		case client.VideoRequest:
			one.First, one.Last, q.InputReference = pictures.Replace(q.FirstFrame()), pictures.Replace(q.LastFrame()), nil
			row.Request = q
		case client.EditRequest:
			for _, link := range q.ImageURLs {
				one.Images = append(one.Images, pictures.Replace(link))
			}
			q.ImageURLs = nil
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

// flagRow writes the flags of a request as a list of one row: columns, words and rules are those of lists. Lists take links only, so each
// picture stands there as a link that means nothing; back pairs these with a REF or link as it is, or a file by its absolute path.
func (r *run) flagRow() (line string, back []string, err error) {
	link := func(picture string) string {
		back = append(back, fmt.Sprintf("https://picture-%d.example/", len(back)), picture)
		return back[len(back)-2]
	}
	cells := map[string]any{}
	for name := range strings.FieldsSeq(readTable().Groups["row"]) {
		switch v := r.values[name].(type) {
		case nil:
		case []string:
			for i, picture := range v {
				v[i] = link(picture)
			}
			cells[name] = v
		case string:
			if cells[name] = v; name == "first" || name == "last" {
				cells[name] = link(v)
			}
		default:
			cells[name] = v
		}
	}
	data, err := json.Marshal(cells)
	return string(data), back, err
}

// makeRows is generate, batch and price.
func (r *run) makeRows() (int, error) {
	text, name, back, err := "", "request.jsonl", []string(nil), error(nil)
	if r.command.Name == "generate" {
		text, back, err = r.flagRow()
	} else {
		text, err = r.readFile(r.args[0])
		name = filepath.Base(r.args[0])
	}
	if err != nil {
		return 0, err
	}
	rows, err := r.rows(text, name, back...)
	if err != nil {
		return 0, err
	}
	args := r.command.members(&r.parsed)
	if args["rows"] = rows; r.command.Name == "price" {
		return r.answer("price", args)
	}
	return r.order("make", "price", args)
}

// order makes a call that sends jobs, or with -dry-run the one that says what it would do. It stays for the jobs where that is asked for, and
// where they would have no owner else. Without a click ID of the script's a random one lets this process ask again after a lost answer.
func (r *run) order(call, price string, args map[string]any) (int, error) {
	if r.on("dry-run") {
		return r.answer(price, args)
	}
	if args["request_id"] == nil && r.command.takes("click") {
		args["request_id"] = rand.Text()
	}
	var made, ended automation.JobsAnswer
	if err := r.ask(call, args, &made); err != nil {
		return 0, err
	}
	_, wait := r.values["wait"]
	if len(made.Jobs) > 0 && (wait || made.Headless && !r.on("detach") && !r.on("hold")) {
		till := automation.WaitArgs{Seconds: r.seconds("wait")}
		for _, j := range made.Jobs {
			till.Refs = append(till.Refs, j.Ref)
		}
		if err := r.ask("wait", till, &ended); err != nil {
			r.say("viviscope: %v; the jobs go on in the window, or at the next start", r.interrupted(err))
			ended = automation.JobsAnswer{Jobs: made.Jobs, Exit: automation.ExitRunning}
		}
		made.Jobs, made.Exit = ended.Jobs, ended.Exit
	}
	return r.end(made)
}
