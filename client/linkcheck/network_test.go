package linkcheck

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/net/dns/dnsmessage"

	"viviscope/client"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A simulated Internet on the loopback interface: outside represents a public address, inside a private one.
var (
	outside = netip.MustParseAddr("127.0.0.1")
	inside  = netip.MustParseAddr("127.0.0.2")
)

// testNetwork is a public and a private server on one port, and a DNS server for their names.
type testNetwork struct {
	public, private *httptest.Server
	port            string
	names           nameServer
}

// nameServer holds DNS answers by name. Each query uses the next answer; the last one repeats.
type nameServer struct {
	mu      sync.Mutex
	answers map[string][][]netip.Addr
}

func newTestNetwork(t *testing.T, public, private http.Handler) *testNetwork {
	t.Helper()
	w := &testNetwork{}
	first, err := net.Listen("tcp", outside.String()+":0")
	if err != nil {
		t.Fatal(err)
	}
	_, w.port, _ = net.SplitHostPort(first.Addr().String())
	w.public = start(t, first, public)
	second, err := net.Listen("tcp", inside.String()+":"+w.port)
	if err != nil {
		t.Skipf("no second loopback address here: %v", err)
	}
	w.private = start(t, second, private)
	w.names.answers = map[string][][]netip.Addr{"pictures.example.": {{outside}}, "other.example.": {{outside}},
		"example.com.": {{outside}}, "inside.example.": {{inside}}}
	return w
}

func start(t *testing.T, l net.Listener, h http.Handler) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Listener.Close()
	s.Listener = l
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// link returns an absolute link to a path on a host of this network.
func (w *testNetwork) link(host, path string) string { return "http://" + host + ":" + w.port + path }

// config returns the configuration for this network.
func (w *testNetwork) config() Config {
	return Config{
		Resolver: &net.Resolver{PreferGo: true, Dial: w.names.dial},
		Proxy:    func(*http.Request) (*url.URL, error) { return nil, nil },
		Public:   func(a netip.Addr) bool { return a == outside },
	}
}

// dial returns a connection to this in-process name server.
func (n *nameServer) dial(context.Context, string, string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	go func() {
		defer ours.Close()
		for n.answer(ours) == nil {
		}
	}()
	return theirs, nil
}

// answer serves one DNS query over TCP (RFC 1035 4.2.2).
func (n *nameServer) answer(c net.Conn) error {
	var size uint16
	if err := binary.Read(c, binary.BigEndian, &size); err != nil {
		return err
	}
	raw := make([]byte, size)
	if _, err := io.ReadFull(c, raw); err != nil {
		return err
	}
	var m dnsmessage.Message
	if err := m.Unpack(raw); err != nil {
		return err
	}
	m.Response, m.Authoritative, m.Additionals = true, true, nil
	q := m.Questions[0]
	addrs, known := n.next(q)
	if !known {
		m.RCode = dnsmessage.RCodeNameError
	}
	for _, a := range addrs {
		m.Answers = append(m.Answers, dnsmessage.Resource{
			Header: dnsmessage.ResourceHeader{Name: q.Name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET},
			Body:   &dnsmessage.AResource{A: a.As4()},
		})
	}
	out, err := m.Pack()
	if err != nil {
		return err
	}
	_, err = c.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(out))), out...))
	return err
}

func (n *nameServer) next(q dnsmessage.Question) ([]netip.Addr, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	list, known := n.answers[strings.ToLower(q.Name.String())]
	if !known || q.Type != dnsmessage.TypeA {
		return nil, known
	}
	if len(list) > 1 {
		n.answers[strings.ToLower(q.Name.String())] = list[1:]
	}
	return list[0], true
}

// manualTimers are timers that a test fires.
type manualTimers struct {
	mu  sync.Mutex
	all map[time.Duration]func()
}

func (h *manualTimers) after(d time.Duration, f func()) client.Timer {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all == nil {
		h.all = map[time.Duration]func(){}
	}
	h.all[d] = f
	return stoppedTimer{}
}

func (h *manualTimers) fire(d time.Duration) {
	h.mu.Lock()
	f := h.all[d]
	h.mu.Unlock()
	f()
}

// stoppedTimer is a timer without a clock.
type stoppedTimer struct{}

func (stoppedTimer) Reset(time.Duration) bool { return true }
func (stoppedTimer) Stop() bool               { return true }
