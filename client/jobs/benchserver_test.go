package jobs_test

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

// benchServer is the variable that makes this test binary the service of the benchmark: in a process of its own, so
// that its work is not counted as the engine's.
const benchServer = "VIVISCOPE_JOBS_BENCH_SERVER"

// serveBench answers polls on a free port of loopback until its input is closed. Every task takes four minutes, and
// its progress moves from poll to poll, so that each poll has something to write down.
func serveBench() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("http://" + l.Addr().String())
	begin := time.Now()
	go http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := strings.TrimPrefix(r.URL.Path, "/v1/videos/")
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"id":%q,"object":"video","model":"clip-3.0","status":"in_progress","progress":%d,"created_at":%d}`,
			id, int(100*time.Since(begin)/(4*time.Minute)), begin.Unix())
	}))
	var b [1]byte
	os.Stdin.Read(b[:]) // ends with the parent
}
