package desktop

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"unicode/utf8"

	"viviscope/client/decode"
)

// script is a program to start. Foreign text reaches it as a whole argument or as an environment variable, never inside
// of a script.
type script struct {
	path string
	args []string
	env  []string // added to the environment of this process
}

// Bounds of a note in runes. Desktops show a few lines; an environment variable of Windows holds at most 32,767 UTF-16
// units.
const (
	mostTitle = 200
	mostText  = 2000
)

// The environment variables from which toastScript reads. Windows shows a toast under the name of the program toastApp.
const (
	toastTitle = "VIVISCOPE_NOTE_TITLE"
	toastText  = "VIVISCOPE_NOTE_TEXT"
	toastApp   = "VIVISCOPE_NOTE_APP"
)

// toastScript shows a toast with Windows PowerShell 5.1. It is constant: the texts come by the environment and enter
// the XML as text nodes. It has no double quote, so that it is the same text before and after Go quotes it for the
// command line.
const toastScript = `$ErrorActionPreference = 'Stop'
[Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime] > $null
$template = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent([Windows.UI.Notifications.ToastTemplateType]::ToastText02)
$toastXml = [xml] $template.GetXml()
$toastXml.GetElementsByTagName('text')[0].AppendChild($toastXml.CreateTextNode($env:` + toastTitle + `)) > $null
$toastXml.GetElementsByTagName('text')[1].AppendChild($toastXml.CreateTextNode($env:` + toastText + `)) > $null
$xml = New-Object Windows.Data.Xml.Dom.XmlDocument
$xml.LoadXml($toastXml.OuterXml)
$toast = [Windows.UI.Notifications.ToastNotification]::new($xml)
[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($env:` + toastApp + `).Show($toast)`

// appleScript shows a notification on macOS. It is constant: the texts are its second and third argument.
const appleScript = `on run argv
display notification (item 3 of argv) with title (item 2 of argv)
end run`

// errNoScript means that a system shows notes by another way than a script.
var errNoScript = errors.New("no script shows notes on this system")

// scriptOfNote returns the program that shows a note on a system, which is named as by runtime.GOOS. systemRoot is the
// folder of Windows; app is the id of this program. Errors: errNoScript.
func scriptOfNote(system, systemRoot, app, title, text string) (script, error) {
	title, text = plain(title, mostTitle), plain(text, mostText)
	switch system {
	case "windows":
		return script{
			path: systemRoot + `\System32\WindowsPowerShell\v1.0\powershell.exe`,
			args: []string{"-NoProfile", "-NonInteractive", "-Command", toastScript},
			env:  []string{toastTitle + "=" + title, toastText + "=" + text, toastApp + "=" + plain(app, mostTitle)},
		}, nil
	case "darwin":
		// osascript reads options up to the first argument that is none, so that a text which begins with a dash is not
		// one.
		return script{path: "/usr/bin/osascript", args: []string{"-e", appleScript, "note", title, text}}, nil
	}
	return script{}, errNoScript
}

// plain returns text that arguments, environments, XML and D-Bus can carry: valid UTF-8 without control characters
// other than line breaks and tabs, of at most so many runes.
func plain(text string, most int) string {
	var b strings.Builder
	left := most
	for _, r := range text { // of invalid UTF-8 each byte is utf8.RuneError
		switch {
		case r == '\n' || r == '\t':
		case r < ' ', r == 0x7f, r >= 0x80 && r < 0xa0, r == 0xfffe, r == 0xffff, r == utf8.RuneError:
			continue
		}
		if left == 0 {
			return b.String() + "…"
		}
		left--
		b.WriteRune(r)
	}
	return b.String()
}

// run runs a script to its end, without a window of its own.
func (s script) run(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, s.path, s.args...)
	cmd.Env = append(cmd.Environ(), s.env...)
	decode.HideWindow(cmd)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("run %s: %w: %.200q", s.path, err, out)
	}
	return nil
}
