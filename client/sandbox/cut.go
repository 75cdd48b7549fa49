package sandbox

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
)

// hang waits until the client or the server goes away.
func (s *Server) hang(r *http.Request) {
	s.opts.Faults.hang(+1)
	defer s.opts.Faults.hang(-1)
	select {
	case <-r.Context().Done():
	case <-s.ctx.Done():
	}
}

// drain reads the whole request, so that the client has surely sent it.
func drain(r *http.Request) { _, _ = io.Copy(io.Discard, io.LimitReader(r.Body, maxFormBody)) }

// drop ends the connection without an answer.
func drop(w http.ResponseWriter, reset bool) { dropAfter(w, nil, 0, reset) }

// hangHeaders sends two thirds of the headers and waits until the client or the server goes away. Where it cannot have the
// connection, as in HTTP/2, where headers come whole, nothing is sent.
func (s *Server) hangHeaders(w http.ResponseWriter, r *http.Request, raw []byte) {
	hj, ok := w.(http.Hijacker)
	if !ok {
		s.hang(r)
		panic(http.ErrAbortHandler)
	}
	conn, _, err := hj.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer conn.Close()
	defer context.AfterFunc(s.ctx, func() { _ = conn.Close() })()
	_, _ = conn.Write(raw[:bytes.Index(raw, []byte("\r\n\r\n"))*2/3])
	s.opts.Faults.hang(+1)
	defer s.opts.Faults.hang(-1)
	_, _ = io.Copy(io.Discard, conn) // ends when the client goes away
}

// dropAfter sends the first n bytes of a raw answer and ends the connection. Where it cannot have the connection, as in
// HTTP/2, it resets the stream.
func dropAfter(w http.ResponseWriter, raw []byte, n int, reset bool) {
	hj, ok := w.(http.Hijacker)
	if !ok {
		panic(http.ErrAbortHandler)
	}
	conn, _, err := hj.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	_, _ = conn.Write(raw[:min(n, len(raw))])
	if t, ok := conn.(*tls.Conn); ok {
		conn = t.NetConn() // ended without the goodbye of TLS, as a network ends a connection
	}
	if tcp, ok := conn.(*net.TCPConn); ok && reset {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
