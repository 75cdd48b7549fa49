package backend

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/adrg/xdg"

	"viviscope/client"
	"viviscope/client/automation"
	planning "viviscope/client/boards"
	"viviscope/client/film"
	"viviscope/client/jobs"
	"viviscope/client/order"
	"viviscope/client/order/upload"
	"viviscope/client/picturefile"
	"viviscope/client/transfer"
	"viviscope/db"
	boardsdb "viviscope/db/boards"
	"viviscope/db/folder"
	"viviscope/gui/wording"
)

func (s callServices) pictures() upload.Library {
	return upload.Library{Library: s.Library}
}

// Picture implements [automation.Backend].
func (s callServices) Picture(ctx context.Context, a db.Asset, path string) ([]byte, error) {
	if path != "" && !filepath.IsAbs(path) {
		return nil, automation.Usage("a picture of this computer is named by its absolute path")
	}
	data, err := upload.Read(ctx, s.pictures(), order.Upload{File: path, Asset: a.Ref})
	if errors.Is(err, client.ErrDamaged) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil, automation.NewFailure(automation.CodeInvalid, "%v", err)
	}
	return data, err
}

// Plan implements [automation.Backend].
func (s callServices) Plan(ctx context.Context, v boardsdb.View, stage string, cards []string,
	sends bool) ([]jobs.Order, []automation.Problem, error) {
	p, err := s.Library.Profile(ctx, v.ProfileID)
	if err != nil {
		return nil, nil, err
	}
	orders, found, err := planning.Plan(ctx, s.Engine, s.pictures(), p, v,
		planning.Request{Stage: stage, Cards: cards, Send: sends, Now: time.Now()})
	var problems []automation.Problem
	for _, problem := range found {
		for _, card := range problem.Cards {
			problems = append(problems, automation.Problem{Card: card, Kind: string(problem.Kind),
				Message: problem.Message()})
		}
	}
	return orders, problems, usageIf(err, planning.ErrNoCard)
}

// Look implements [automation.Backend].
func (s callServices) Look(ctx context.Context, a db.Asset, at time.Duration, px int) ([]byte, error) {
	small, err := s.small(ctx, a, at, px)
	if err != nil {
		return nil, fmt.Errorf("look at asset %.8s: %w", a.Ref, err)
	}
	var data bytes.Buffer
	err = picturefile.EncodeJPEG(&data, small, nil, 85)
	return data.Bytes(), err
}

// small decodes a picture, or a frame of a clip, at most px wide and high. A negative time means the poster.
func (s callServices) small(ctx context.Context, a db.Asset, at time.Duration, px int) (*image.RGBA, error) {
	if a.Kind == db.Picture {
		f, err := s.Library.OpenFile(a.Path)
		if err != nil {
			return nil, err
		}
		defer f.Close() // read only
		p, err := picturefile.Read(f)
		if err != nil {
			return nil, err
		}
		return picturefile.ScaleDown(p.Image, px), nil
	}
	path, err := s.Library.AbsPath(a.Path)
	if err != nil {
		return nil, err
	}
	if at < 0 {
		return s.Decoder.Poster(ctx, path, px)
	}
	frame, err := s.Decoder.Frame(ctx, path, at, px)
	if err != nil {
		return nil, err
	}
	return frame.(*image.RGBA), nil // guaranteed by Frame
}

// exportFolder creates and returns the folder for exports of programs.
func exportFolder() (string, error) {
	dir := filepath.Join(xdg.UserDirs.Documents, "Viviscope exports")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("make folder of exports: %w", err)
	}
	return dir, nil
}

// Export implements [automation.Backend].
func (s callServices) Export(ctx context.Context, assets []db.Asset, v *boardsdb.View,
	args automation.ExportArgs) (automation.FilesAnswer, error) {
	o := transfer.ExportOptions{Folder: args.Folder, Zip: args.Zip, Sidecars: args.Sidecars,
		Name: cmp.Or(args.Name, transfer.ExportName(time.Now()))}
	for _, name := range args.Formats {
		on := o.Wants(strings.ToLower(name))
		if on == nil || v == nil {
			return automation.FilesAnswer{},
				automation.Usage("%.40q is no format of an export: those of a board are %s", name,
					transfer.FormatNames())
		}
		*on = true
	}
	var err error
	if o.Folder == "" {
		if o.Folder, err = exportFolder(); err != nil {
			return automation.FilesAnswer{}, err
		}
	}
	var done transfer.ExportResult
	if v == nil {
		done, err = transfer.Export(ctx, s.Library, assets, o)
	} else {
		plan := planning.FilmOf(*v)
		wording.NameShots(&plan)
		if len(args.Formats) == 0 { // what there is
			o.FilmOptions = transfer.DefaultFilmOptions()
			o.Film = o.Film && plan.Newest.ID != 0
		}
		plan.Name = cmp.Or(args.Name, plan.Name)
		done, err = transfer.ExportFilm(ctx, s.Library, plan, o)
	}
	problems, exit := problemsOf(done.Problems, nil)
	return automation.FilesAnswer{Path: done.Path, Files: done.Files, Refs: []string{}, Problems: problems, Exit: exit},
		usageIf(err, transfer.ErrInLibrary, transfer.ErrNothing, fs.ErrNotExist, fs.ErrPermission, syscall.ENOTDIR)
}

// problemsOf lists the skipped files. A file that is not a picture or clip is an error only if it was named explicitly,
// not if it was found in a folder. An invalid sidecar is not an error: its picture was imported.
func problemsOf(list []transfer.Problem, named []string) (all []automation.Problem, exit int) {
	all = []automation.Problem{}
	for _, p := range list {
		all = append(all, automation.Problem{Path: p.Path, Message: p.Err.Error()})
		isForeign := errors.Is(p.Err, folder.ErrNoMedia) && !slices.Contains(named, p.Path)
		if !isForeign && !errors.Is(p.Err, transfer.ErrSidecar) && !errors.Is(p.Err, db.ErrSidecar) {
			exit = automation.ExitOther
		}
	}
	return all, exit
}

// Import implements [automation.Backend].
func (s callServices) Import(ctx context.Context, paths []string) (automation.FilesAnswer, error) {
	done := transfer.Import(ctx, s.Library, paths, transfer.ImportOptions{Settings: true})
	if done.Stopped != nil {
		return automation.FilesAnswer{}, fmt.Errorf("import, after %d files: %w", done.New+done.Known, done.Stopped)
	}
	answer := automation.FilesAnswer{Files: done.New, Known: done.Known, Refs: []string{}}
	answer.Problems, answer.Exit = problemsOf(done.Problems, paths)
	assets, err := s.Library.AssetsByID(ctx, done.Assets)
	for _, a := range assets {
		answer.Refs = append(answer.Refs, a.Ref)
	}
	return answer, err
}

// Join implements [automation.Backend].
func (s callServices) Join(ctx context.Context, clips []db.Asset, v *boardsdb.View, args automation.JoinArgs,
	progress func(done, total int)) (automation.JoinAnswer, error) {
	var plan *planning.Film
	if v != nil {
		plan = new(planning.FilmOf(*v))
	}
	made, err := transfer.Join(ctx, s.Library, plan, clips,
		transfer.JoinOptions{Name: wording.JoinedName, Silent: args.Silent,
			Cut: args.Cut, At: time.Now(), Progress: progress})
	if err == nil && v != nil {
		_, err = s.Boards.Edit(context.WithoutCancel(ctx), v.Ref, db.AnyVersion, "", func(b *boardsdb.Board) error {
			b.AddFilm(made.Ref)
			return nil
		})
	}
	if err != nil {
		return automation.JoinAnswer{}, usageIf(err, transfer.ErrFewClips, film.ErrNoEncoder)
	}
	path, err := s.Library.AbsPath(made.Path)
	how := "copied"
	if len(made.Differ) > 0 {
		how = "encoded"
	}
	answer := automation.JoinAnswer{How: how, Frames: made.Frames, Seconds: made.Seconds, Ref: made.Ref, Path: path}
	answer.Encoded, _ = problemsOf(made.Differ, nil)
	return answer, err
}
