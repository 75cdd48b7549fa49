package sandbox

import (
	"encoding/json"
	"net/http"
)

// The faults over HTTP, for tests whose sandbox runs in a process of its own.

// postFaults orders one fault or an array of them.
func (s *Server) postFaults(w http.ResponseWriter, r *http.Request) {
	s.orderFaults(w, r, s.opts.Faults.add)
}

// putFaults orders them in place of those that are still to come: no request passes in between.
func (s *Server) putFaults(w http.ResponseWriter, r *http.Request) {
	s.orderFaults(w, r, s.opts.Faults.replace)
}

func (s *Server) orderFaults(w http.ResponseWriter, r *http.Request, order func([]Fault)) {
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxJSONBody))
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		s.refuse(w, invalid("the request body must be a fault or an array of faults"))
		return
	}
	var faults []Fault
	if json.Unmarshal(raw, &faults) != nil {
		var one Fault
		if err := json.Unmarshal(raw, &one); err != nil {
			s.refuse(w, invalid("the request body must be a fault or an array of faults: %s", err))
			return
		}
		faults = []Fault{one}
	}
	for _, f := range faults {
		if err := f.Check(); err != nil {
			s.refuse(w, invalid("%s", err))
			return
		}
	}
	order(faults)
	s.getFaults(w, r)
}

// getFaults lists what is still to come.
func (s *Server) getFaults(w http.ResponseWriter, _ *http.Request) {
	pending := s.opts.Faults.Pending()
	if pending == nil {
		pending = []Fault{}
	}
	s.answer(w, http.StatusOK, struct {
		Object  string  `json:"object"`
		Hits    int     `json:"hits"`
		Hanging int     `json:"hanging"`
		Data    []Fault `json:"data"`
	}{"list", s.opts.Faults.Hits(), s.opts.Faults.Hanging(), pending})
}

// deleteFaults forgets what is still to come.
func (s *Server) deleteFaults(w http.ResponseWriter, r *http.Request) {
	s.opts.Faults.Clear()
	s.getFaults(w, r)
}
