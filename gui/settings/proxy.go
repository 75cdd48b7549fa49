package settings

import (
	"context"
	"errors"
	"strings"

	"viviscope/client"
	"viviscope/client/keys"
	"viviscope/gui/kit"
	"viviscope/gui/lang"
	"viviscope/gui/wording"
)

// proxyField edits the proxy of all requests. Enter and leaving the field store it.
type proxyField struct {
	host *host

	*textField
	note   *kit.Text
	shown  string // the stored address
	saving bool
}

func newProxyField(h *host) *proxyField {
	f := &proxyField{host: h, note: note("")}
	f.textField = newTextField("http://proxy.example:8080", f.note, func(string) { f.mark("") }, f.keep).mono()
	f.mark("")
	f.entry.OnFocus = func(on bool) {
		if !on {
			f.keep()
		}
	}
	return f
}

// show shows the stored proxy. What was typed and not stored stays.
func (f *proxyField) show() {
	in := f.host.Program.Proxy()
	if !f.dirty() && f.shown != in.Address {
		f.fill(in.Address)
	}
	f.note.SetText(lang.L("empty: the system’s proxy; not used for local addresses"))
	if in.Login {
		f.note.SetText(lang.L("with a stored login; not used for local addresses"))
	}
}

func (f *proxyField) fill(address string) {
	f.shown = address
	f.entry.SetText(address)
}

func (f *proxyField) dirty() bool { return strings.TrimSpace(f.entry.Text) != f.shown }

// keep uses and stores the typed proxy. A login in it is removed from the field.
func (f *proxyField) keep() {
	typed := f.entry.Text
	if f.saving || !f.dirty() {
		return
	}
	f.saving = true
	f.host.run(func(ctx context.Context) error { return f.host.Program.SetProxy(ctx, typed) }, func(err error) {
		f.saving = false
		switch {
		case errors.Is(err, client.ErrProxyAddress):
			f.mark(lang.L("Enter an address such as http://proxy.example:8080. It can start with http://, https:// or socks5://, and a login (user:password@) can stand before the host."))
		case errors.Is(err, keys.ErrUnavailable):
			f.mark(lang.L("The system keychain is not responding, so the login cannot be stored. Leave the field empty and set HTTPS_PROXY in the environment."))
		case err != nil:
			f.mark(lang.L("Not saved: %s", wording.Fault(err)))
		case f.entry.Text == typed: // else the user typed on
			f.fill(f.host.Program.Proxy().Address)
		}
		f.show()
		f.host.relayout()
	})
}
