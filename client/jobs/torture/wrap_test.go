package torture

import (
	"bytes"
	"context"
	"time"

	"viviscope/client"
	"viviscope/client/jobs"
	"viviscope/db"
)

// trappedLibrary is the library with a trap around each write.
type trappedLibrary struct {
	jobs.Library
	trap *trap
}

func (l *trappedLibrary) WriteJobs(ctx context.Context, fn func(*db.JobsTx) error) error {
	l.trap.reach("click: before its row")
	err := l.Library.WriteJobs(ctx, fn)
	l.trap.reach("click: row committed")
	return err
}

func (l *trappedLibrary) SaveInput(ctx context.Context, data []byte, ext string) (string, error) {
	l.trap.reach("input: before it is kept")
	path, err := l.Library.SaveInput(ctx, data, ext)
	l.trap.reach("input: kept")
	return path, err
}

// Change determines its step inside the transaction.
func (l *trappedLibrary) Change(ctx context.Context, id int64, fn func(*db.Change) error) (db.Job, error) {
	name := ""
	job, err := l.Library.Change(ctx, id, func(c *db.Change) error {
		from := *c.Job
		if err := fn(c); err != nil {
			return err
		}
		name = nameOf(from, *c.Job)
		if name != "" {
			l.trap.reach(name + ": open")
		}
		return nil
	})
	if err == nil && name != "" {
		l.trap.reach(name + ": committed")
	}
	return job, err
}

func nameOf(before, j db.Job) string {
	from := before.State
	switch {
	case from == j.State && !bytes.Equal(before.Inputs, j.Inputs) && from == db.Waiting:
		if links := []byte(`"link":`); bytes.Count(j.Inputs, links) <= bytes.Count(before.Inputs, links) {
			return "named"
		}
		return "linked"
	case from == j.State && !bytes.Equal(before.Inputs, j.Inputs):
		return "taken down"
	case from == j.State:
		return ""
	case from == db.Unconfirmed && j.State == db.Rejected:
		return "not charged"
	case from == db.Unconfirmed && j.State == db.Expired:
		return "was charged"
	case from == db.Unconfirmed:
		return "adopted"
	case j.State == db.Saved && j.Kind.IsVideo():
		return "saved clip"
	case j.State == db.Saved:
		return "saved picture"
	}
	return string(j.State)
}

func (l *trappedLibrary) Ingest(ctx context.Context, incoming string, m db.IngestRequest) (db.StoredFile, error) {
	l.trap.reach("landing: before")
	l.trap.soon("landing: during", 4*time.Millisecond)
	to, err := l.Library.Ingest(ctx, incoming, m)
	l.trap.reach("landing: done")
	return to, err
}

func (l *trappedLibrary) ImportFrame(
	ctx context.Context, clip db.Asset, at time.Duration, take func() ([]byte, error),
) (db.Asset, bool, error) {
	l.trap.reach("frame: before")
	a, known, err := l.Library.ImportFrame(ctx, clip, at, take)
	l.trap.reach("frame: kept")
	return a, known, err
}

// trappedService is the service with a trap around each call.
type trappedService struct {
	jobs.Service
	trap *trap
}

func (s *trappedService) SubmitVideo(ctx context.Context, r client.VideoRequest) (*client.VideoTask, error) {
	s.trap.reach("submit: before")
	s.trap.soon("submit: during", 3*time.Millisecond)
	task, err := s.Service.SubmitVideo(ctx, r)
	s.trap.reach("submit: answered")
	return task, err
}

func (s *trappedService) GenerateImage(ctx context.Context, r client.ImageRequest) (*client.ImageResult, error) {
	s.trap.reach("generate: before")
	s.trap.soon("generate: during", 20*time.Millisecond)
	result, err := s.Service.GenerateImage(ctx, r)
	s.trap.reach("generate: answered")
	return result, err
}

func (s *trappedService) EditImage(ctx context.Context, r client.EditRequest) (*client.ImageResult, error) {
	s.trap.reach("edit: before")
	s.trap.soon("edit: during", 20*time.Millisecond)
	result, err := s.Service.EditImage(ctx, r)
	s.trap.reach("edit: answered")
	return result, err
}

func (s *trappedService) GetVideo(ctx context.Context, id string) (*client.VideoTask, error) {
	s.trap.reach("poll: before")
	task, err := s.Service.GetVideo(ctx, id)
	s.trap.reach("poll: answered")
	return task, err
}

func (s *trappedService) DownloadVideo(ctx context.Context, id, path string, progress func(done, total int64)) error {
	s.trap.reach("download: before")
	err := s.Service.DownloadVideo(ctx, id, path, func(done, total int64) {
		if done > 0 && done < total {
			s.trap.reach("download: during")
		}
		progress(done, total)
	})
	s.trap.reach("download: whole")
	return err
}

func (s *trappedService) FetchImage(ctx context.Context, item client.ImageItem, path string) error {
	s.trap.reach("fetch: before")
	s.trap.soon("fetch: during", 3*time.Millisecond)
	err := s.Service.FetchImage(ctx, item, path)
	s.trap.reach("fetch: whole")
	return err
}
