package faulttest

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/binary"
	"errors"
	"io"
	"math/big"
	"net"
	"net/http"
	"slices"
	"time"
)

// selfSigned makes the certificate of a service on this computer.
func selfSigned() (tls.Certificate, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	from := time.Now().Add(-24 * time.Hour)
	cert := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "the service"},
		NotBefore: from, NotAfter: from.Add(10 * 365 * 24 * time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, cert, cert, &private.PublicKey, private)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: private}, err
}

// offerHTTP2 adds HTTP/2 to a server: that of net/http, or one that resets streams as ordered.
func offerHTTP2(srv *http.Server, cert tls.Certificate, o serviceSetting, d *desk) {
	srv.TLSConfig = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
	if o.Raw != "" {
		srv.TLSConfig.NextProtos = []string{"h2", "http/1.1"}
		if o.Only {
			srv.TLSConfig.NextProtos = []string{"h2"}
			srv.TLSConfig.GetConfigForClient = func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
				if !slices.Contains(hello.SupportedProtos, "h2") {
					return nil, errors.New("HTTP/2 alone is spoken here")
				}
				return nil, nil
			}
		}
		srv.TLSNextProto = map[string]func(*http.Server, *tls.Conn, http.Handler){
			"h2": func(_ *http.Server, c *tls.Conn, _ http.Handler) { _ = serveStreams(c, o.Raw, d) },
		}
		return
	}
	var p http.Protocols
	p.SetHTTP1(true)
	p.SetHTTP2(true)
	srv.Protocols = &p
}

// streamEnd is how a server ends a stream after reading the whole request.
type streamEnd string

const (
	refusedStream streamEnd = "REFUSED_STREAM"
	protocolError streamEnd = "PROTOCOL_ERROR"
	internalError streamEnd = "INTERNAL_ERROR"
	cancelStream  streamEnd = "CANCEL"
	goAway        streamEnd = "GOAWAY" // reports that nothing was begun
	goAwayLater   streamEnd = "GOAWAY, the stream included"
	closed        streamEnd = "closed"
)

// code is the error code of RFC 9113 section 7.
func (e streamEnd) code() uint32 {
	return map[streamEnd]uint32{protocolError: 1, internalError: 2, refusedStream: 7, cancelStream: 8}[e]
}

// The frames of RFC 9113 section 6 that are needed.
const (
	frameData, frameHeaders, frameReset, frameSettings, framePing, frameGoAway = 0, 1, 3, 4, 6, 7

	flagAck, flagEndStream = 1, 1
)

// serveStreams speaks as much HTTP/2 as it takes to read whole requests and to end them badly. It counts them by their
// bodies. Nobody answers anything here: headers need not be understood.
func serveStreams(c *tls.Conn, end streamEnd, d *desk) error {
	defer c.Close()
	r := bufio.NewReader(c)
	if _, err := io.CopyN(io.Discard, r, int64(len("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))); err != nil {
		return err
	}
	if err := writeFrame(c, frameSettings, 0, 0, nil); err != nil {
		return err
	}
	for {
		var head [9]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return err
		}
		kind, flags, stream := head[3], head[4], binary.BigEndian.Uint32(head[5:])
		body := make([]byte, int(head[0])<<16|int(head[1])<<8|int(head[2]))
		if _, err := io.ReadFull(r, body); err != nil {
			return err
		}
		var err error
		switch {
		case kind == frameSettings && flags&flagAck == 0:
			err = writeFrame(c, frameSettings, flagAck, 0, nil)
		case kind == framePing && flags&flagAck == 0:
			err = writeFrame(c, framePing, flagAck, 0, body)
		case kind == frameData || kind == frameHeaders:
			if kind == frameData {
				d.count(body)
			}
			if flags&flagEndStream != 0 {
				how := end
				if d.streams.Add(1) > 1 {
					how = internalError // this is not repeated, so that a repeating client ends
				}
				err = endStream(c, how, stream)
			}
		}
		if err != nil {
			return err
		}
	}
}

func endStream(c net.Conn, end streamEnd, stream uint32) error {
	switch end {
	case closed:
		return net.ErrClosed
	case goAway, goAwayLater:
		last := uint32(0)
		if end == goAwayLater {
			last = stream
		}
		if err := writeFrame(c, frameGoAway, 0, 0, binary.BigEndian.AppendUint32(nil, last),
			[]byte{0, 0, 0, 0}); err != nil {
			return err
		}
		return net.ErrClosed
	}
	return writeFrame(c, frameReset, 0, stream, binary.BigEndian.AppendUint32(nil, end.code()))
}

func writeFrame(w io.Writer, kind, flags byte, stream uint32, parts ...[]byte) error {
	var body []byte
	for _, p := range parts {
		body = append(body, p...)
	}
	frame := []byte{byte(len(body) >> 16), byte(len(body) >> 8), byte(len(body)), kind, flags}
	_, err := w.Write(append(binary.BigEndian.AppendUint32(frame, stream), body...))
	return err
}
