package command

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"viviscope/client/automation"
	"viviscope/db"
)

// approve sends the click of a job after it has shown the client, the request and the price, and the user has typed
// yes. It opens the terminal itself, so that no program can answer through stdin.
func (r *invocation) approve() (int, error) {
	in, out, err := openTerminal()
	if err != nil || r.text("client") != "" {
		return 0, automation.Usage("a person approves, on a terminal: %v", cmp.Or(err, errors.New("not a client")))
	}
	defer in.Close()
	defer out.Close()
	return r.approveOn(in, out)
}

func (r *invocation) approveOn(in io.Reader, out io.Writer) (int, error) {
	var asked *automation.Failure
	var found automation.JobsAnswer
	err := r.call("jobs", automation.JobsArgs{Refs: r.args}, &found)
	if err != nil || len(found.Jobs) != 1 || found.Jobs[0].Hold != string(db.HeldApproval) {
		// release would send it without a question
		return 0, cmp.Or(err, automation.Usage("%s does not wait for approval", r.args[0]))
	}
	err = r.call("release", automation.RefsArgs{Refs: r.args}, &automation.JobsAnswer{})
	if !errors.As(err, &asked) || asked.Code != automation.CodeApproval {
		return 0, cmp.Or(err, automation.Usage("%s does not wait for approval any more", r.args[0]))
	}
	agreed, err := askApproval(in, out, asked)
	if err != nil {
		return 0, err
	}
	return r.send("release", map[string]any{"refs": r.args, "agree": agreed})
}

// askApproval shows a click and asks the user to approve it. It returns the agreement for release.
func askApproval(in io.Reader, out io.Writer, asked *automation.Failure) (string, error) {
	for i, j := range asked.Jobs {
		if i == 0 {
			fmt.Fprintf(out, "%s asks for %d on %s:\n", escape(j.Client), len(asked.Jobs), escape(j.Profile))
		}
		fmt.Fprintf(out, "  %.8s %s %s %s %s: %s\n", j.Ref, j.Kind, escape(j.Model), j.Amount.Amount, j.Amount.Currency,
			escape(j.Prompt))
	}
	if asked.Quote == nil || asked.Quote.Total.Amount == "" {
		return "", automation.Usage("the price is not known: decide in the window")
	}
	total := asked.Quote.Total
	if asked.Quote.PassesBudget() {
		fmt.Fprintf(out, "That is over the budget of a %s.\n", asked.Quote.Asks)
	}
	fmt.Fprintf(out, "Send %d for %s %s? Type yes: ", len(asked.Jobs), total.Amount, total.Currency)
	if lines := bufio.NewScanner(in); !lines.Scan() || lines.Text() != "yes" {
		return "", automation.NewFailure(automation.CodeApproval, "not approved; nothing was sent")
	}
	return asked.Quote.Agree(), nil
}

func openTerminal() (in, out *os.File, err error) {
	names := [2]string{"/dev/tty", "/dev/tty"}
	if runtime.GOOS == "windows" {
		names = [2]string{"CONIN$", "CONOUT$"}
	}
	if in, err = os.OpenFile(names[0], os.O_RDWR, 0); err != nil {
		return nil, nil, err
	}
	out, err = os.OpenFile(names[1], os.O_RDWR, 0)
	return in, out, err
}
