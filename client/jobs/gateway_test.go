package jobs_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

// gateway answers in the shapes of a stock new-api gateway, as they were recorded, in front of a sandbox. It charges as
// new-api does: price in USD times 500,000 units, times the ratios of the channel, cut to whole units.
type gateway struct {
	t     *testing.T
	s     *studio
	mu    sync.Mutex
	tasks map[string]*gatewayTask
	sent  []map[string]json.RawMessage // requests for clips
	quota map[string]int64             // by prompt: units that the gateway keeps
}

type gatewayTask struct {
	upstream, model, prompt, seconds string
	units                            int64
}

// gatewayModel is a model of the gateway: what a call costs in USD, and by second on the Sora channel.
type gatewayModel struct {
	channel string // sora or task
	usd     float64
}

var gatewayModels = map[string]gatewayModel{
	"sora-2": {"sora", 0.1}, "sora-2-pro": {"sora", 0.3}, "sora-odd": {"sora", 0.0333333}, "kling-v2-6": {"task", 0.35},
	"kling-free": {"task", 0},
}

const unitsPerUSD = 500_000

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case r.Header.Get("Authorization") != "Bearer "+g.s.box.Key():
		g.write(w, 401, `{"error":{"code":"","message":"Invalid token (request id: 1)","type":"new_api_error"}}`)
	case r.Method == http.MethodPost && r.URL.Path == "/v1/videos":
		g.submit(w, r)
	case r.Method == http.MethodPost:
		g.picture(w, r)
	case strings.HasSuffix(r.URL.Path, "/content"):
		g.content(w, strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/v1/videos/"), "/content"))
	default:
		g.poll(w, strings.TrimPrefix(r.URL.Path, "/v1/videos/"))
	}
}

func (g *gateway) write(w http.ResponseWriter, status int, format string, args ...any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprintf(w, format, args...)
}

func (g *gateway) submit(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var fields map[string]json.RawMessage
	var req struct {
		Model, Prompt, Seconds, Size string
		Duration                     int
		InputReference               string   `json:"input_reference"`
		Images                       []string `json:"images"`
	}
	json.Unmarshal(body, &fields)
	g.sent = append(g.sent, fields)
	if err := json.Unmarshal(body, &req); err != nil {
		g.write(w, 400, `{"code":"invalid_json","message":%q,"data":null}`, err.Error())
		return
	}
	m, ok := gatewayModels[req.Model]
	length := req.Duration
	if m.channel == "sora" {
		length = 4
		fmt.Sscan(req.Seconds, &length)
	}
	ratio := m.usd
	switch {
	case req.Prompt == "":
		g.write(w, 400, `{"code":"invalid_request","message":"prompt is required","data":null}`)
		return
	case !ok:
		g.write(w, 503, `{"error":{"code":"model_not_found","message":"No available channel for model %s","type":"new_api_error"}}`, req.Model)
		return
	case m.channel == "sora":
		for name := range fields {
			if !slices.Contains([]string{"model", "prompt", "seconds", "size", "input_reference"}, name) {
				g.write(w, 400, `{"code":"fail_to_fetch_task","message":"{\"error\":{\"code\":\"unknown_parameter\",\"message\":\"Unknown parameter: '%s'.\"}}\n","data":null}`, name)
				return
			}
		}
		ratio *= float64(length)
		if req.Size == "1792x1024" {
			ratio *= 1.666667
		}
	}
	status, answer := g.ask("POST", "/v1/videos",
		fmt.Sprintf(`{"model":"clip-3.0","prompt":%q,"seconds":%d,"size":%q}`, req.Prompt, length, req.Size))
	var up struct{ ID string }
	json.Unmarshal(answer, &up)
	if status != 200 {
		g.write(w, 400, `{"code":"fail_to_fetch_task","message":%q,"data":null}`, answer)
		return
	}
	id := fmt.Sprintf("task_%032d", len(g.tasks))
	g.tasks[id] = &gatewayTask{up.ID, req.Model, req.Prompt, fmt.Sprint(length), int64(ratio * unitsPerUSD)}
	g.quota[req.Prompt] += g.tasks[id].units
	g.write(w, 200, `{"id":%q,"task_id":%q,"object":"video","model":%q,"status":"queued","progress":0,"created_at":%d}`,
		id, id, req.Model, g.s.clock.Now().Unix())
}

func (g *gateway) poll(w http.ResponseWriter, id string) {
	t := g.tasks[id]
	if t == nil {
		g.write(w, 400, `{"code":"task_not_exist","message":"task_not_exist","data":null}`)
		return
	}
	_, answer := g.ask("GET", "/v1/videos/"+t.upstream, "")
	var up struct{ Status string }
	json.Unmarshal(answer, &up)
	switch up.Status {
	case "completed":
		g.write(w, 200, `{"id":%q,"object":"video","model":%q,"status":"completed","progress":100,"created_at":1,"completed_at":2,"seconds":%q,"metadata":{"url":"https://cdn.example/x"}}`, id, t.model, t.seconds)
	case "failed":
		g.quota[t.prompt] -= t.units // refunded once
		t.units = 0
		g.write(w, 200, `{"id":%q,"object":"video","status":"failed","progress":100,"error":{"code":"task_failed","message":"stub failure"},"seconds":%q,"size":null}`, id, t.seconds)
	case "in_progress":
		g.write(w, 200, `{"id":%q,"object":"video","status":"in_progress","progress":30}`, id)
	default:
		g.write(w, 200, `{"id":%q,"object":"video","status":"queued","progress":10}`, id)
	}
}

func (g *gateway) content(w http.ResponseWriter, id string) {
	if g.tasks[id] == nil {
		g.write(w, 404, `{"error":{"message":"Task not found","type":"invalid_request_error"}}`)
		return
	}
	status, clip := g.ask("GET", "/v1/videos/"+g.tasks[id].upstream+"/content", "")
	w.Header().Set("Content-Type", "video/mp4")
	w.WriteHeader(status)
	w.Write(clip)
}

// picture passes a picture call on and charges it by call, or the model sunburst by its tokens: 4, 8 and 30 USD a
// million.
func (g *gateway) picture(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var req struct{ Model, Prompt string }
	json.Unmarshal(body, &req)
	status, answer := g.ask("POST", r.URL.Path, string(body))
	var made struct {
		Usage struct {
			Output int64 `json:"output_tokens"`
			Input  struct {
				Text  int64 `json:"text_tokens"`
				Image int64 `json:"image_tokens"`
			} `json:"input_tokens_details"`
		}
	}
	switch {
	case status != 200:
	case req.Model != "genimage-2.5-sunburst":
		g.quota[req.Prompt] += 20_000 // 0.04 USD
	case json.Unmarshal(answer, &made) == nil:
		u := made.Usage
		g.quota[req.Prompt] += (u.Input.Text*4 + u.Input.Image*8 + u.Output*30) * unitsPerUSD / 1_000_000
	}
	g.write(w, status, "%s", answer)
}

// ask asks the sandbox behind the gateway.
func (g *gateway) ask(method, path, body string) (int, []byte) {
	r, err := http.NewRequestWithContext(g.t.Context(), method, g.s.box.BaseURL()+path, bytes.NewBufferString(body))
	if err != nil {
		g.t.Error(err)
		return 500, nil
	}
	r.Header.Set("Authorization", "Bearer "+g.s.box.Key())
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		g.t.Error(err)
		return 500, nil
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		g.t.Error(err)
	}
	return resp.StatusCode, data
}

// Mixed jobs through a stock gateway: each model uses its own format, each ledger amount equals the gateway's charge up
// to its rounding, and there is one request for each job.
func TestLedgerMatchesGatewayCharges(t *testing.T) {
	s := newStudio(t, sandboxtest.ContentDirect)
	defer http.DefaultClient.CloseIdleConnections()
	g := &gateway{t: t, s: s, tasks: map[string]*gatewayTask{}, quota: map[string]int64{}}
	server := httptest.NewServer(g)
	defer server.Close()
	further := []client.Alias{
		{ID: "sora-2", Like: "clip-3.0-turbo", Limits: client.Limits{Seconds: "4, 8, 12", Sizes: "1280x720, 720x1280"}},
		{ID: "sora-2-pro", Like: "clip-3.0-turbo", Limits: client.Limits{Seconds: "4, 8, 12"}},
		{ID: "sora-odd", Like: "clip-3.0-turbo"},
		{ID: "kling-v2-6", Like: "clip-3.0", Limits: client.Limits{Format: "newapi", Seconds: "5, 10"}},
		{ID: "kling-free", Like: "clip-3.0", Limits: client.Limits{Format: "newapi"}},
	}
	table, err := json.Marshal(client.PriceTable{Currency: "USD",
		Video: []client.VideoRate{
			{Model: "sora-2", Resolution: "720P", PerSecond: 100_000},
			{Model: "sora-2-pro", Resolution: "720P", PerSecond: 300_000},
			{Model: "sora-2-pro", Resolution: "1080P", PerSecond: 500_000},
			{Model: "sora-odd", Resolution: "720P", PerSecond: 33_333},
			{Model: "kling-v2-6", Resolution: "720P", PerSecond: 350_000, PerClip: true},
			{Model: "kling-v2-6", Resolution: "1080P", PerSecond: 350_000, PerClip: true},
			{Model: "kling-v2-6", Resolution: "720P", Audio: true, PerSecond: 350_000, PerClip: true},
			{Model: "kling-free", Resolution: "720P", PerSecond: 0, PerClip: true},
		},
		Images: []client.ImageRate{{Model: "genimage-2.5-flare", Size: client.Size1024, Quality: "low",
			PerPicture: 40_000}},
		Tokens: &client.TokenPrices{InputTextPerMillion: 1, InputImagePerMillion: 1, OutputPerMillion: 1},
		ModelTokens: []client.ModelTokens{{Model: "genimage-2.5-sunburst", TokenPrices: client.TokenPrices{
			InputTextPerMillion: 4_000_000, InputImagePerMillion: 8_000_000, OutputPerMillion: 30_000_000}}},
	})
	s.must(err)
	p := s.profile
	p.ID, p.Name, p.BaseURL, p.Sandbox, p.Currency, p.Form = 0, "Gateway", server.URL, false, "USD",
		string(client.FormatOpenAI)
	p.Models, err = json.Marshal(further)
	s.must(err)
	p, err = s.lib.SaveProfile(t.Context(), p)
	s.must(err)
	_, err = s.lib.AddPrices(t.Context(), db.Prices{ProfileID: p.ID, ValidFrom: s.clock.Begin(), Table: table})
	s.must(err)

	turbo, full := "clip-3.0-turbo", "clip-3.0"
	requests := []client.Request{
		client.VideoRequest{Model: "sora-2", Like: turbo, Prompt: "job 1", Seconds: 4},
		client.VideoRequest{Model: "sora-2", Like: turbo, Prompt: "job 2", Seconds: 12, AspectRatio: "9:16"},
		client.VideoRequest{Model: "sora-2-pro", Like: turbo, Prompt: "job 3", Seconds: 8, Size: "1792x1024"},
		client.VideoRequest{Model: "sora-2-pro", Like: turbo, Prompt: "job 4 [fail]", Seconds: 8},
		client.VideoRequest{Model: "sora-odd", Like: turbo, Prompt: "job 5"},
		client.VideoRequest{Model: "kling-v2-6", Like: full, Prompt: "job 6", Seconds: 10, Resolution: "1080P",
			Seed: new(int64(7))},
		client.VideoRequest{Model: "kling-v2-6", Like: full, Prompt: "job 7", Audio: true, NegativePrompt: "rain"},
		client.VideoRequest{Model: "kling-free", Like: full, Prompt: "job 8", Seconds: 6},
		client.ImageRequest{Model: "genimage-2.5-flare", Prompt: "job 9", Size: "1024x1024", Quality: "low"},
		client.ImageRequest{Model: "genimage-2.5-flare", Prompt: "job 10", Size: "1024x1024", Quality: "low"},
		client.ImageRequest{Model: "genimage-2.5-sunburst", Prompt: "job 11, by tokens", Size: "1024x1024",
			Quality: "high"},
	}
	var orders []jobs.Order
	for _, r := range requests {
		orders = append(orders, jobs.Order{Request: r})
	}
	made, err := s.engine.Submit(t.Context(), p.ID, orders, jobs.Terms{})
	s.must(err)
	for _, j := range made {
		ended := s.until(j.ID, db.Saved, db.Failed)
		entries, err := s.lib.Entries(t.Context(), j.ID)
		s.must(err)
		var sum int64
		for _, e := range entries {
			if (e.Kind == db.Charge) && e.AmountMicros != nil {
				sum += *e.AmountMicros
			}
		}
		g.mu.Lock()
		charged := g.quota[j.Prompt] * 1_000_000 / unitsPerUSD
		g.mu.Unlock()
		if failed := strings.Contains(j.Prompt, "fail"); (ended.State == db.Failed) != failed {
			t.Errorf("%s: %s", j.Prompt, ended.State)
		}
		if diff := sum - charged; diff < -1 || diff > 1 {
			t.Errorf("%s: the ledger has %d, the gateway charged %d", j.Prompt, sum, charged)
		}
	}
	if len(g.sent) != 8 || len(g.tasks) != 8 {
		t.Errorf("%d requests for clips, %d tasks", len(g.sent), len(g.tasks))
	}
}
