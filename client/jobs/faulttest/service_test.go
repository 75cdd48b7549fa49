package faulttest

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"viviscope/client/jobs/jobstest"
	"viviscope/client/sandbox"
	"viviscope/client/sandbox/sandboxtest"
)

const key = "sk-faulttest-0123456789"

// wire is the transport protocol of the service.
type wire string

const (
	plain wire = "HTTP/1.1"
	h2    wire = "HTTP/2 over TLS" // HTTP/1.1 for clients that request it
)

// serviceSetting configures the process of the service.
type serviceSetting struct {
	Begin time.Time
	Wire  wire
	Raw   streamEnd // how each first HTTP/2 stream ends instead of its answer; "": it is answered
	Only  bool      // no HTTP/1.1 is offered
}

// address is the prefix of the line that the process prints when it listens.
type address struct {
	URL, Control string
	Cert         []byte // of the service, DER; nil without TLS
}

// runService serves the sandbox until its input is closed.
func runService(setting string) error {
	var o serviceSetting
	if err := json.Unmarshal([]byte(setting), &o); err != nil {
		return err
	}
	c := jobstest.NewClock(o.Begin)
	box, err := sandboxtest.New(sandboxtest.Options{Options: sandbox.Options{
		Key: key, Now: c.Now, Sleep: c.Sleep, Renderer: &sandboxtest.Renderer{}, Public: netip.Addr.IsLoopback,
	}})
	if err != nil {
		return err
	}
	d := newDesk(box, c)
	quiet := slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)
	public := &http.Server{Handler: d, ErrorLog: quiet}
	control := &http.Server{Handler: d.control(), ErrorLog: quiet}
	var at address
	for _, s := range []struct {
		srv *http.Server
		url *string
		tls bool
	}{{public, &at.URL, o.Wire == h2}, {control, &at.Control, false}} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		*s.url = "http://" + l.Addr().String()
		if s.tls {
			*s.url = "https://" + l.Addr().String()
			cert, err := selfSigned()
			if err != nil {
				return err
			}
			at.Cert = cert.Certificate[0]
			offerHTTP2(s.srv, cert, o, d)
			go s.srv.ServeTLS(l, "", "")
			continue
		}
		go s.srv.Serve(l)
	}
	if err := json.NewEncoder(os.Stdout).Encode(at); err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	return errors.Join(public.Close(), control.Close(), box.Close())
}

// service is that process, seen from the test.
type service struct {
	t    *testing.T
	at   address
	pool *x509.CertPool
	http *http.Client
	cmd  *exec.Cmd
	end  io.Closer
}

func startService(t *testing.T, o serviceSetting) *service {
	t.Helper()
	s := &service{t: t, cmd: self(t, serviceEnv, o), http: &http.Client{Transport: &http.Transport{}}}
	in, err := s.cmd.StdinPipe()
	must(t, err)
	out, err := s.cmd.StdoutPipe()
	must(t, err)
	must(t, s.cmd.Start())
	s.end = in
	line, err := bufio.NewReader(out).ReadBytes('\n')
	must(t, err)
	must(t, json.Unmarshal(line, &s.at))
	if s.at.Cert != nil {
		cert, err := x509.ParseCertificate(s.at.Cert)
		must(t, err)
		s.pool = x509.NewCertPool()
		s.pool.AddCert(cert)
	}
	t.Cleanup(func() {
		s.http.CloseIdleConnections()
		_ = s.end.Close()
		if err := s.cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// ask sends a request to the control of the service and reads the answer.
func (s *service) ask(method, path string, body, into any) {
	s.t.Helper()
	raw, err := json.Marshal(body)
	must(s.t, err)
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.at.Control+path, bytes.NewReader(raw))
	must(s.t, err)
	resp, err := s.http.Do(req)
	must(s.t, err)
	defer resp.Body.Close()
	if b, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != http.StatusOK {
		s.t.Fatalf("%s %s: %s %s %v", method, path, resp.Status, b, err)
	} else if into != nil {
		must(s.t, json.Unmarshal(b, into))
	}
}

// order lets faults come, after those that are to come already.
func (s *service) order(faults ...sandboxtest.Fault) {
	s.t.Helper()
	s.ask(http.MethodPost, "/faults", faults, nil)
}

// reorder orders faults in place of those that are still to come.
func (s *service) reorder(faults ...sandboxtest.Fault) {
	s.t.Helper()
	s.ask(http.MethodPut, "/faults", faults, nil)
}

// mend forgets every fault that is still to come.
func (s *service) mend() {
	s.t.Helper()
	s.ask(http.MethodPut, "/faults", nil, nil)
}

func (s *service) books() books {
	s.t.Helper()
	var b books
	s.ask(http.MethodGet, "/books", nil, &b)
	return b
}

// booksOf returns the books of one click.
func (s *service) booksOf(prompt string) books {
	s.t.Helper()
	var b books
	s.ask(http.MethodGet, "/books?of="+token.FindString(prompt), nil, &b)
	return b
}

// jump sets the clock of the service.
func (s *service) jump(d time.Duration) {
	s.t.Helper()
	s.ask(http.MethodPost, "/jump?by="+d.String(), nil, nil)
}

// task finds the task of a prompt, if there is one.
func (b books) task(prompt string) (sandbox.Task, bool) {
	i := slices.IndexFunc(b.Tasks, func(t sandbox.Task) bool { return t.Request.Prompt == prompt })
	if i < 0 {
		return sandbox.Task{}, false
	}
	return b.Tasks[i], true
}

// entries words the ledger of the service about one task, as the program words its own.
func (b books) entries(taskID string) string {
	var all []string
	for _, e := range b.Ledger {
		if e.TaskID == taskID {
			all = append(all, fmt.Sprint(e.Kind, " ", e.AmountMicros))
		}
	}
	return strings.Join(all, ", ")
}

// trusting returns a TLS configuration that trusts the service.
func (s *service) trusting() *tls.Config {
	return &tls.Config{RootCAs: s.pool, MinVersion: tls.VersionTLS12}
}
