package linkcheck

import (
	"crypto/x509"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"viviscope/client"
)

func TestPublicAddress(t *testing.T) {
	for _, tc := range []struct {
		addr string
		want bool
	}{
		{"8.8.8.8", true}, {"1.1.1.1", true}, {"172.15.255.255", true}, {"172.32.0.1", true}, {"100.63.255.255", true},
		{"2606:4700::1111", true}, {"2a00:1450::1", true},
		{"0.0.0.0", false}, {"127.0.0.1", false}, {"127.255.255.255", false}, {"10.0.0.1", false},
		{"172.16.0.1", false}, {"172.31.255.255", false}, {"192.168.1.1", false},
		{"169.254.169.254", false}, {"100.64.0.1", false}, {"100.127.255.255", false}, {"192.0.2.1", false},
		{"198.18.0.1", false}, {"203.0.113.9", false},
		{"224.0.0.1", false}, {"239.255.255.255", false}, {"240.0.0.1", false}, {"255.255.255.255", false},
		{"::", false}, {"::1", false}, {"fe80::1", false}, {"fe80::1%eth0", false}, {"2606:4700::1111%eth0", false},
		{"fc00::1", false}, {"fd12::1", false}, {"ff02::1", false},
		{"::ffff:127.0.0.1", false}, {"::ffff:10.0.0.1", false}, {"::ffff:8.8.8.8", false}, {"::127.0.0.1", false},
		{"64:ff9b::7f00:1", false}, {"64:ff9b:1::a00:1", false}, {"2002:7f00:1::", false}, {"2001:0:7f00:1::", false},
		{"2001:db8::1", false},
	} {
		if got := client.IsPublicAddress(netip.MustParseAddr(tc.addr)); got != tc.want {
			t.Errorf("%s: %v", tc.addr, got)
		}
	}
	if client.IsPublicAddress(netip.Addr{}) {
		t.Error("no address is public")
	}
}

// In the default configuration, a link to this computer or its network is refused before any packet is sent.
func TestCheckRefusesPrivateAddresses(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	start(t, l, refuseAll(t))
	_, port, _ := net.SplitHostPort(l.Addr().String())
	looker := New(Config{Proxy: func(*http.Request) (*url.URL, error) { return nil, nil }})
	for _, host := range []string{
		"127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
		"[64:ff9b::7f00:1]",
		"10.0.0.1", "192.168.0.1", "172.16.0.1", "100.64.0.1", "169.254.169.254", "224.0.0.1", "[fe80::1]", "[fd00::1]",
		"[ff02::1]",
	} {
		_, err := looker.Check(t.Context(), "http://"+host+":"+port+signed)
		checkErr(t, err, ErrNotPublic, strings.Trim(host, "[]"))
	}
}

func TestCheckResolvesNames(t *testing.T) {
	w := newTestNetwork(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write(pngFile(t, 2, 2))
	}), refuseAll(t))
	w.names.answers["both.example."] = [][]netip.Addr{{inside, outside}}
	looker := New(w.config())
	_, err := looker.Check(t.Context(), w.link("inside.example", signed))
	checkErr(t, err, ErrNotPublic, "inside.example")
	_, err = looker.Check(t.Context(), w.link("unknown.example", signed))
	checkErr(t, err, ErrUnreachable, "unknown.example")
	// A name with public and private addresses leads to the public one only.
	if _, err := looker.Check(t.Context(), w.link("both.example", signed)); err != nil {
		t.Error(err)
	}
}

// Each connection resolves the name again, and the dialled address is the checked one.
func TestCheckResistsDNSRebinding(t *testing.T) {
	asked := 0
	var w *testNetwork
	w = newTestNetwork(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		asked++
		http.Redirect(rw, r, w.link("rebind.example", "/again?"+secret), http.StatusFound)
	}), refuseAll(t))
	w.names.answers["rebind.example."] = [][]netip.Addr{{outside}, {inside}}
	_, err := New(w.config()).Check(t.Context(), w.link("rebind.example", signed))
	checkErr(t, err, ErrNotPublic, "rebind.example")
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}

func TestCheckFollowsRedirects(t *testing.T) {
	var w *testNetwork
	picture := pngFile(t, 5, 4)
	w = newTestNetwork(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Cookie") != "" || r.Header.Get("Referer") != "" || r.Header.Get("Authorization") != "" {
			t.Errorf("a hop carries %v", r.Header)
		}
		http.SetCookie(rw, &http.Cookie{Name: "session", Value: "1"})
		to := ""
		switch left, _ := strconv.Atoi(r.URL.Query().Get("left")); {
		case r.URL.Path == "/inside":
			to = w.link("inside.example", "/a.png?"+secret)
		case r.URL.Path == "/file":
			to = "file:///etc/passwd?" + secret
		case r.URL.Path == "/broken":
			to = "http://[broken" + secret
		case r.URL.Path == "/named":
			to = "http://user:" + secret + "@other.example:" + w.port + "/"
		case left > 0:
			to = "/hop?left=" + strconv.Itoa(left-1) + "&" + secret
		default:
			rw.Write(picture)
			return
		}
		rw.Header().Set("Location", to)
		rw.WriteHeader([]int{301, 302, 303, 307, 308}[len(to)%5])
	}), refuseAll(t))
	looker := New(w.config())
	for _, path := range []string{"/hop?left=1", "/hop?left=" + strconv.Itoa(MaxRedirects), "/named"} {
		p, err := looker.Check(t.Context(), w.link("pictures.example", path))
		if err != nil || p.Width != 5 {
			t.Errorf("%s: %v", path, err)
		}
	}
	for path, want := range map[string]struct {
		kind error
		host string
	}{
		"/hop?left=" + strconv.Itoa(MaxRedirects+1): {ErrUnreachable, "pictures.example"},
		"/inside": {ErrNotPublic, "inside.example"},
		"/file":   {ErrUnreachable, ""},
		"/broken": {ErrUnreachable, "pictures.example"},
	} {
		_, err := looker.Check(t.Context(), w.link("pictures.example", path))
		checkErr(t, err, want.kind, want.host)
	}
}

func TestCheckRefusesInvalidLinks(t *testing.T) {
	for link, host := range map[string]string{
		"": "", "a.png?" + secret: "", "ftp://pictures.example/" + secret: "pictures.example", "http:///" + secret: "",
		"http://%zz/" + secret: "", "data:image/png;base64," + secret: "",
	} {
		_, err := New(Config{}).Check(t.Context(), link)
		checkErr(t, err, ErrUnreachable, host)
	}
}

// Links of the service's own origin are allowed at private addresses. Other hosts must not redirect there.
func TestCheckExemptsServiceOrigin(t *testing.T) {
	var w *testNetwork
	own := http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/there":
			http.Redirect(rw, r, "/a.png", http.StatusFound)
		case "/out-and-back":
			http.Redirect(rw, r, w.link("pictures.example", "/back"), http.StatusFound)
		default:
			rw.Write(pngFile(t, 2, 2))
		}
	})
	w = newTestNetwork(t, http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		http.Redirect(rw, r, w.link("inside.example", "/a.png"), http.StatusFound)
	}), own)
	c := w.config()
	c.ServiceURL = "http://inside.example:" + w.port
	looker := New(c)
	for _, path := range []string{"/a.png", "/there"} {
		if _, err := looker.Check(t.Context(), w.link("INSIDE.example", path)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, link := range []string{w.link("inside.example", "/out-and-back"), w.link("pictures.example", "/")} {
		_, err := looker.Check(t.Context(), link)
		checkErr(t, err, ErrNotPublic, "inside.example")
	}
}

// The user may enter the service URL with a path, with /v1, in capitals, or with the default port.
func TestCheckNormalizesServiceURL(t *testing.T) {
	w := newTestNetwork(t, refuseAll(t), http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		rw.Write(pngFile(t, 2, 2))
	}))
	for _, path := range []string{"/", "/gateway", "/gateway/v1/"} {
		c := w.config()
		c.ServiceURL = "http://Inside.example:" + w.port + path
		if _, err := New(c).Check(t.Context(), w.link("inside.example", signed)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write(pngFile(t, 2, 2))
	}))
	defer proxy.Close()
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	looker := New(Config{ServiceURL: "http://printer.lan/v1", Proxy: func(*http.Request) (*url.URL, error) {
		return at, nil
	}})
	for _, link := range []string{"http://printer.lan/a.png", "http://printer.lan:80/a.png"} {
		if _, err := looker.Check(t.Context(), link); err != nil {
			t.Errorf("%s: %v", link, err)
		}
	}
	_, err = looker.Check(t.Context(), "https://printer.lan"+signed)
	checkErr(t, err, ErrNotPublic, "printer.lan")
}

// A proxy resolves names itself, so only the text of a link can be checked.
func TestCheckThroughProxy(t *testing.T) {
	var asked []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Host)
		w.Write(pngFile(t, 2, 2))
	}))
	defer proxy.Close()
	at, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	looker := New(Config{Proxy: func(*http.Request) (*url.URL, error) { return at, nil }})
	for _, host := range []string{"pictures.example", "8.8.8.8", "[2606:4700::1111]", "3d.example.:81", "a.1a.com"} {
		if _, err := looker.Check(t.Context(), "http://"+host+"/a.png"); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
	if got := strings.Join(asked, " "); got != "pictures.example 8.8.8.8 [2606:4700::1111] 3d.example.:81 a.1a.com" {
		t.Errorf("the proxy was asked for %s", got)
	}
	asked = nil
	for _, host := range []string{
		"127.0.0.1", "[::1]", "10.0.0.1", "[::ffff:127.0.0.1]", "169.254.169.254", "localhost", "LOCALHOST.",
		"a.localhost", "router", "nas.local", "metadata.google.internal",
		"x.home.arpa", "127.1", "0x7f.0.0.1", "2130706433", "0177.0.0.01", "1.2.3.4.5", "printer.lan",
	} {
		_, err := looker.Check(t.Context(), "http://"+host+signed)
		checkErr(t, err, ErrNotPublic, strings.Trim(host, "[]"))
	}
	if len(asked) > 0 {
		t.Errorf("the proxy was asked for %v", asked)
	}
}

func TestCheckVerifiesCertificates(t *testing.T) {
	w := newTestNetwork(t, http.NotFoundHandler(), refuseAll(t))
	secure := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write(pngFile(t, 2, 2))
	}))
	secure.Config.ErrorLog = quiet()
	secure.StartTLS()
	defer secure.Close()
	_, port, _ := net.SplitHostPort(secure.Listener.Addr().String())
	c := w.config()
	link := "https://example.com:" + port + signed
	_, err := New(c).Check(t.Context(), link)
	checkErr(t, err, ErrUnreachable, "example.com")
	c.RootCAs = x509.NewCertPool()
	c.RootCAs.AddCert(secure.Certificate())
	if _, err := New(c).Check(t.Context(), link); err != nil {
		t.Error(err)
	}
}
