package faulttest

import (
	"net/http"
	"testing"
	"time"

	"viviscope/client/sandbox/sandboxtest"
	"viviscope/db"
)

// ended is the end of a task that the service ended with another word than failed.
func ended(words string) end {
	e := expired("reserve $", "The service ended this task: “"+words+
		"”. It does not state whether it was charged: check there. "+
		"Viviscope asks again at each start and a few times a day until *.")
	e.tag = "Ended by the service"
	return e
}

// Ends of tasks in the formats of gateways and servers, as recorded.
func TestGatewayTaskEnds(t *testing.T) {
	type set = map[string]any
	message := func(words string) set { return set{"message": words} }
	rows := []struct {
		name   string
		answer set
		end    end
	}{
		{"new-api, failed", set{"status": "failed", "progress": 100,
			"error": set{"code": "task_failed", "message": "stub failure"}},
			failed("stub failure")},
		{"new-api, its own word", set{"status": "FAILURE", "progress": "100%",
			"fail_reason": `{"error":{"code":"x","message":"risk control"}}`},
			failed("risk control")},
		{"new-api, wrapped twice", set{"status": "failed", "error": set{"code": "x",
			"message": `{"code":"fail_to_fetch_task","message":"{\"error\":{\"message\":\"deep\"}}"}`}},
			failed("deep")},
		{"litellm, failed", set{"status": "failed",
			"error": set{"code": "moderation_blocked", "message": "blocked by our policy"}},
			failed("blocked by our policy")},
		{"litellm, incomplete", set{"status": "incomplete", "error": nil}, ended("incomplete")},
		{"bifrost, failed", set{"status": "failed",
			"error": set{"code": "video_generation_failed", "message": "no capacity"}},
			failed("no capacity")},
		{"bifrost, filtered", set{"status": "content_filtered", "error": message("hateful")},
			ended("content_filtered: hateful")},
		{"OpenRouter, expired", set{"status": "expired"}, ended("expired")},
		{"OpenRouter, cancelled", set{"status": "cancelled", "error": "cancelled by the provider"},
			ended("cancelled by the provider")},
		{"sglang, failed", set{"status": "failed", "progress": 40, "error": message("CUDA out of memory")},
			failed("CUDA out of memory")},
		{"sglang, deleted", set{"status": "deleted"}, ended("deleted")},
		{"vllm-omni, failed", set{"status": "failed", "error": set{"code": 500, "message": "engine died"}},
			failed("engine died")},
		{"vllm-omni, detail", set{"status": "failed", "error": nil,
			"detail": []set{{"loc": []string{"body", "size"}, "msg": "too large"}}},
			failed("size: too large")},
		{"Kling, by its name", set{"status": nil, "task_status": "failed", "task_status_msg": "sensitive words"},
			failed("sensitive words")},
		{"Google, by its name", set{"status": "JOB_STATE_EXPIRED"}, ended("JOB_STATE_EXPIRED")},
		{"aborted", set{"status": "aborted", "progress": 100, "errors": []string{"worker lost", "no retry"}},
			ended("aborted: worker lost; no retry")},
		{"timed out", set{"status": "timed_out", "error_message": "after 600 s"}, ended("timed_out: after 600 s")},
		{"nsfw", set{"status": "nsfw", "progress": 100}, ended("nsfw")},
		{"an unknown word with an error", set{"status": "vetoed", "error": message("by an editor")},
			ended("vetoed: by an editor")},
		{"an unknown word at 100", set{"status": "vetoed", "progress": 100}, ended("vetoed")},
		{"running, with an error", set{"status": "in_progress", "progress": 40, "error": message("worker gone")},
			ended("worker gone")},
	}
	none := answer(400, sandboxtest.ShapeError, "")
	none.Method, none.Path, none.Times = http.MethodGet, contentPath, -1
	onOneWire(t, func(t *testing.T, p *program) {
		for _, r := range rows {
			p.svc.order(none, sandboxtest.Fault{Method: http.MethodGet, Path: taskPath, Kind: sandboxtest.Alter,
				Set: r.answer, Times: -1})
			p.want(p.press("clip", r.name), r.end)
			p.svc.mend()
		}
		p.goesOn()
	})
}

// The service ends the task with a state of its own, and has the clip.
func TestEndedTaskWithContentIsSaved(t *testing.T) {
	onOneWire(t, func(t *testing.T, p *program) {
		of := p.profile("")
		j := p.clip(of, "ready")
		p.untilState(j.ID, db.Queued)
		p.svc.jump(time.Hour) // it is made, as far as the service is concerned
		p.svc.order(sandboxtest.Fault{Method: http.MethodGet, Path: taskPath, Kind: sandboxtest.Alter,
			Set: map[string]any{"status": "ended"}, Times: -1})
		p.want(j, savedClip)
	})
}

// The key of the profile is valid, and the gateway's key is not. Only this job ends.
func TestGatewayKey401RejectsOneJob(t *testing.T) {
	onOneWire(t, func(t *testing.T, p *program) {
		of := p.profile("")
		p.svc.order(sandboxtest.Fault{Method: http.MethodPost, Path: "/v1/videos", Kind: sandboxtest.Answer,
			Status: 401, Shape: sandboxtest.ShapeData,
			Code: "fail_to_fetch_task", Message: `{"error":{"code":"invalid_api_key","message":"Incorrect API key provided"}}`})
		p.want(p.clip(of, "first"), rejected("Incorrect API key provided"))
		p.want(p.clip(of, "second"), savedClip)
		if said := p.connectionWords(of.ID); len(said) > 0 {
			t.Errorf("connection events: %q", said)
		}
	})
}
