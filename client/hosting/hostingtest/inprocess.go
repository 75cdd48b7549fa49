package hostingtest

import (
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
	"testing"
)

// useProcess reports whether the server runs in its own process.
func useProcess() bool { return os.Getenv("VIVISCOPE_LONG") != "" }

// inProcessServer is a server in the test process.
type inProcessServer struct {
	handler http.Handler
	options options

	server  *http.Server
	done    chan struct{} // closed when Serve has returned
	running sync.RWMutex  // held for reading by each request
	killed  bool
	pause   sync.RWMutex // held for writing while the server is paused
}

// startInProcess starts a server in this process and stops it after the test.
func startInProcess(t testing.TB, dir string, o options, h http.Handler) *Server {
	t.Helper()
	s := &Server{Dir: dir, Addr: "127.0.0.1:0", t: t, inProcess: &inProcessServer{handler: h, options: o}}
	s.Start()
	t.Cleanup(s.Kill)
	return s
}

func (i *inProcessServer) start(addr string) (string, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return "", err
	}
	i.running.Lock()
	i.killed = false
	i.running.Unlock()
	server, over := &http.Server{Handler: i, ErrorLog: log.New(io.Discard, "", 0)}, make(chan struct{})
	i.server, i.done = server, over
	go func() {
		defer close(over)
		if i.options.cert != "" {
			_ = server.ServeTLS(l, i.options.cert, i.options.key)
		} else {
			_ = server.Serve(l)
		}
	}()
	return l.Addr().String(), nil
}

// kill closes all connections and waits for running requests, like the end of a process.
func (i *inProcessServer) kill() {
	if i.server == nil {
		return
	}
	_ = i.server.Close()
	<-i.done
	i.running.Lock()
	i.killed = true
	i.running.Unlock()
	i.server = nil
}

// ServeHTTP implements http.Handler.
func (i *inProcessServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i.running.RLock()
	defer i.running.RUnlock()
	if i.killed {
		panic(http.ErrAbortHandler)
	}
	if r.Body != http.NoBody { // net/http knows its own empty body
		r.Body = pausedBody{r.Body, &i.pause}
	}
	i.handler.ServeHTTP(w, r)
}

// pausedBody is a request body that blocks while the server is paused.
type pausedBody struct {
	io.ReadCloser
	pause *sync.RWMutex
}

// Read implements io.Reader.
func (s pausedBody) Read(p []byte) (int, error) {
	s.pause.RLock()
	//lint:ignore SA2001 nothing is guarded: it waits until the server goes on
	s.pause.RUnlock()
	return s.ReadCloser.Read(p)
}
