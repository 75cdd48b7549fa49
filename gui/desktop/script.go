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

// script is a program to run. Untrusted text is passed only as a whole argument or as an environment variable, never
// inside script code.
type script struct {
	path string
	args []string
	env  []string // added to the environment of this process
}

// Maximum lengths of a notification, in runes. Desktops show a few lines; a Windows environment variable holds at most
// 32,767 UTF-16 units.
const (
	maxTitle = 200
	maxText  = 2000
)

// Environment variables that toastScript reads. toastApp is the app name that Windows shows.
const (
	toastTitle = "VIVISCOPE_NOTE_TITLE"
	toastText  = "VIVISCOPE_NOTE_TEXT"
	toastApp   = "VIVISCOPE_NOTE_APP"
)

// toastScript shows a toast with Windows PowerShell 5.1. It is constant: the texts come from the environment and enter
// the XML as text nodes. It has no double quotes, so Go's quoting for the command line does not change it.
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

// appleScript shows a notification on macOS. It is constant: the texts are its second and third arguments.
const appleScript = `on run argv
display notification (item 3 of argv) with title (item 2 of argv)
end run`

// errNoScript means that the system does not show notifications by a script.
var errNoScript = errors.New("no script shows notes on this system")

// scriptOfNote returns the script that shows a notification. system is a value of runtime.GOOS, systemRoot the Windows
// folder, app the id of this program. Errors: errNoScript.
func scriptOfNote(system, systemRoot, app, title, text string) (script, error) {
	title, text = plain(title, maxTitle), plain(text, maxText)
	switch system {
	case "windows":
		return script{
			path: systemRoot + `\System32\WindowsPowerShell\v1.0\powershell.exe`,
			args: []string{"-NoProfile", "-NonInteractive", "-Command", toastScript},
			env:  []string{toastTitle + "=" + title, toastText + "=" + text, toastApp + "=" + plain(app, maxTitle)},
		}, nil
	case "darwin":
		// The argument "note" ends the options of osascript, so that a text with a leading dash is not parsed as one.
		return script{path: "/usr/bin/osascript", args: []string{"-e", appleScript, "note", title, text}}, nil
	}
	return script{}, errNoScript
}

// plain returns at most most runes of text without control characters other than line breaks and tabs. The result is
// valid UTF-8 that arguments, environments, XML and D-Bus accept.
func plain(text string, most int) string {
	var b strings.Builder
	left := most
	for _, r := range text { // each invalid byte becomes utf8.RuneError
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

// run runs a script and waits for it. It shows no window.
func (s script) run(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, s.path, s.args...)
	cmd.Env = append(cmd.Environ(), s.env...)
	decode.HideWindow(cmd)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("run %s: %w: %.200q", s.path, err, out)
	}
	return nil
}
