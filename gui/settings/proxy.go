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

// proxyField edits the proxy of all requests. It is kept by Enter and when the field is left.
type proxyField struct {
	s *Screen

	*textField
	note   *kit.Text
	shown  string // the address that the field was last filled with
	saving bool
}

func newProxyField(s *Screen) *proxyField {
	f := &proxyField{s: s, note: note("")}
	f.textField = newTextField("http://proxy.example:8080", f.note, func(string) { f.mark("") }, f.keep).mono()
	f.mark("")
	f.entry.OnFocus = func(on bool) {
		if !on {
			f.keep()
		}
	}
	return f
}

// show brings the field up to date. What was typed and not kept stays.
func (f *proxyField) show() {
	in := f.s.deps.Program.Proxy()
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

// keep uses and stores what was typed. A login that was typed into the address leaves the field.
func (f *proxyField) keep() {
	typed := f.entry.Text
	if f.saving || !f.dirty() {
		return
	}
	f.saving = true
	f.s.run(func(ctx context.Context) error { return f.s.deps.Program.SetProxy(ctx, typed) }, func(err error) {
		f.saving = false
		switch {
		case errors.Is(err, client.ErrProxyAddress):
			f.mark(lang.L("Enter an address such as http://proxy.example:8080. It can start with http://, https:// or socks5://, and a login (user:password@) can stand before the host."))
		case errors.Is(err, keys.ErrUnavailable):
			f.mark(lang.L("The system keychain is not responding, so the login cannot be stored. Leave the field empty and set HTTPS_PROXY in the environment."))
		case err != nil:
			f.mark(lang.L("Not saved: %s", wording.Fault(err)))
		case f.entry.Text == typed: // what was typed since stays
			f.fill(f.s.deps.Program.Proxy().Address)
		}
		f.show()
		f.s.content.Refresh() // what is below moves
	})
}
