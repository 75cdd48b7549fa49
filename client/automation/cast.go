package automation

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"viviscope/client"
	"viviscope/db"
	"viviscope/db/boards"
	"viviscope/db/cast"
	"viviscope/db/search"
)

// castList lists the cast with its uses.
func (s *Server) castList(ctx context.Context, _ *request, _ struct{}) (answer CastAnswer, err error) {
	answer.Cast = []CastUses{}
	all, err := s.Library.Cast(ctx)
	if err != nil || len(all) == 0 {
		return answer, err
	}
	index, errIndex := s.Library.Index(ctx)
	list, errBoards := s.Boards.List(ctx)
	if err := cmp.Or(errIndex, errBoards); err != nil {
		return answer, err
	}
	files := index.CastCounts()
	for _, e := range all {
		uses := CastUses{CastEntry: castEntry(e), Boards: []CastBoard{}, Files: files[search.Fold(e.Name)]}
		for _, ref := range e.Pictures {
			if a, err := s.Library.AssetByRef(ctx, ref); errors.Is(err, db.ErrNotFound) || !a.TrashedAt.IsZero() {
				uses.Missing = append(uses.Missing, ref)
			} else if err != nil {
				return answer, err
			}
		}
		answer.Cast = append(answer.Cast, uses)
	}
	for _, b := range list {
		if !b.TrashedAt.IsZero() || b.Unreadable != nil {
			continue
		}
		cards := mentioningCards(b.Board, all)
		for i := range all {
			if len(cards[i]) > 0 {
				answer.Cast[i].Boards = append(answer.Cast[i].Boards, CastBoard{b.Ref, b.Name, cards[i]})
			}
		}
	}
	return answer, nil
}

// mentioningCards returns the IDs of the cards whose prompts mention each entry of the cast, by the index of the entry.
// The style of a board is part of the prompts of its keyframes.
func mentioningCards(b boards.Board, all []cast.Entry) map[int][]string {
	cards := map[int][]string{}
	add := func(id, prompt string) {
		for _, m := range cast.Mentions(prompt, all) {
			if m.Entry >= 0 && !slices.Contains(cards[m.Entry], id) {
				cards[m.Entry] = append(cards[m.Entry], id)
			}
		}
	}
	for _, f := range b.Frames {
		if add(f.ID, f.Prompt); !f.Plain {
			add(f.ID, b.Settings.Style)
		}
	}
	for _, shot := range b.Shots {
		add(shot.ID, shot.Prompt)
	}
	return cards
}

func castEntry(e cast.Entry) CastEntry {
	return CastEntry{Name: e.Name, Kind: string(e.Kind), Words: e.Words, Pictures: append([]string{}, e.Pictures...)}
}

// castAdd adds an entry to the cast, or replaces the one of the same name. Files of the user are imported. An entry
// that has the content already is no error, so that a call can be repeated.
func (s *Server) castAdd(ctx context.Context, _ *request, args CastArgs) (answer CastAnswer, err error) {
	e := cast.Entry{Name: strings.TrimPrefix(args.Name, "@"), Kind: cast.Kind(args.Kind),
		Words: oneLine(args.Words), Pictures: args.Pictures}
	if err := e.Check(); err != nil {
		return answer, NewFailure(CodeInvalid, "%v", err)
	}
	all, err := s.Library.Cast(ctx)
	if err != nil {
		return answer, err
	}
	old, known := cast.Find(all, e.Name)
	for i, picture := range e.Pictures { // before anything is imported
		if filepath.IsAbs(picture) {
			continue
		}
		if e.Pictures[i], err = s.castPicture(ctx, picture); err != nil {
			return answer, err
		}
	}
	if !known || args.Replace {
		defer s.Backend.Changed()
		err = s.importCastPictures(ctx, e.Pictures)
	}
	if err == nil {
		err = e.Check() // two names of a picture may stand for the same one
	}
	if err != nil {
		return answer, cmp.Or(castFailure(err), err)
	}
	switch {
	case !known || args.Replace:
		_, err = s.Library.SaveCast(context.WithoutCancel(ctx), old.Name, e)
	case !old.Equal(e):
		err = NewFailure(CodeInvalid, "the cast has an entry %s already: replace it with -replace", old.Name)
	}
	if err != nil {
		return answer, cmp.Or(castFailure(err), err)
	}
	return s.castNamed(ctx, e.Name)
}

// importCastPictures replaces the absolute paths among the pictures of an entry by the refs of the imported files.
func (s *Server) importCastPictures(ctx context.Context, pictures []string) error {
	for i, path := range pictures {
		if !filepath.IsAbs(path) {
			continue
		}
		done, err := s.import_(ctx, nil, ImportArgs{Paths: []string{path}})
		switch {
		case err != nil:
			return err
		case len(done.Problems) > 0:
			return NewFailure(CodeInvalid, "picture %s: %s", path, done.Problems[0].Message)
		case len(done.Refs) != 1:
			return NewFailure(CodeInvalid, "picture %s: name one picture, not a folder", path)
		}
		if pictures[i], err = s.castPicture(ctx, done.Refs[0]); err != nil {
			return err
		}
	}
	return nil
}

// castPicture returns the whole ref of a picture that an entry of the cast can have. Errors: *[Failure].
func (s *Server) castPicture(ctx context.Context, ref string) (string, error) {
	if !RefDigits.MatchString(strings.ToLower(ref)) {
		return "", NewFailure(CodeInvalid, "picture %.200q is neither the ref of a picture of the library nor a file", ref)
	}
	assets, err := s.assetsByRef(ctx, []string{ref})
	switch f := (*Failure)(nil); {
	case errors.As(err, &f):
		return "", NewFailure(f.Code, "picture %s: %s", ref, f.Message)
	case err != nil:
		return "", err
	case !assets[0].TrashedAt.IsZero():
		return "", NewFailure(CodeInvalid, "picture %s is in the trash", ref)
	case assets[0].Kind != db.Picture:
		return "", NewFailure(CodeInvalid, "%s is a clip, not a picture", ref)
	}
	return assets[0].Ref, nil
}

// castFailure returns the failure for an error of an entry of the cast; nil for any other error.
func castFailure(err error) error {
	for _, known := range []error{cast.ErrName, cast.ErrKind, cast.ErrWords, cast.ErrPictures, cast.ErrEmpty,
		db.ErrCastName, db.ErrCastFull} {
		if errors.Is(err, known) {
			return NewFailure(CodeInvalid, "%v", known)
		}
	}
	return nil
}

// oneLine returns the words of an entry as they are stored.
func oneLine(words string) string { return strings.Join(strings.Fields(words), " ") }

// castNamed returns the answer with one entry.
func (s *Server) castNamed(ctx context.Context, name string) (answer CastAnswer, err error) {
	if answer, err = s.castList(ctx, nil, struct{}{}); err != nil {
		return answer, err
	}
	answer.Cast = slices.DeleteFunc(answer.Cast, func(u CastUses) bool { return !strings.EqualFold(u.Name, name) })
	return answer, nil
}

// castRemove removes an entry of the cast. Its pictures stay. The answer has the entry as it was.
func (s *Server) castRemove(ctx context.Context, _ *request, args CastArgs) (answer CastAnswer, err error) {
	name := strings.TrimPrefix(args.Name, "@")
	if answer, err = s.castNamed(ctx, name); err != nil {
		return answer, err
	}
	if len(answer.Cast) == 0 {
		return answer, NewFailure(CodeNotFound, "the cast has no entry %.40s", client.Redact(name))
	}
	defer s.Backend.Changed()
	_, err = s.Library.RemoveCast(context.WithoutCancel(ctx), name)
	return answer, err
}

// statedCast checks the entries that the document of a board states, and returns them with whole refs. Afterwards only
// a failing disk prevents that they are stored.
func (s *Server) statedCast(ctx context.Context, document []byte) (stated []cast.Entry, err error) {
	stated, err = boards.ReadCast(document)
	if err != nil || len(stated) == 0 {
		return nil, err
	}
	all, err := s.Library.Cast(ctx)
	if err != nil {
		return nil, err
	}
	added := 0
	for i := range stated {
		e := &stated[i]
		if _, known := cast.Find(all, e.Name); !known {
			added++
		}
		e.Words = oneLine(e.Words)
		for k, ref := range e.Pictures {
			if e.Pictures[k], err = s.castPicture(ctx, ref); err != nil {
				return nil, castMistake(*e, err)
			}
		}
		if err := e.Check(); err != nil {
			return nil, castMistake(*e, err)
		}
	}
	if len(all)+added > db.MaxCast {
		return nil, &boards.DocumentError{Field: "cast", Reason: db.ErrCastFull.Error()}
	}
	return stated, nil
}

// castMistake returns an error of the pictures of an entry as an error of the document.
func castMistake(e cast.Entry, err error) error {
	if f := (*Failure)(nil); errors.As(err, &f) || castFailure(err) != nil {
		return &boards.DocumentError{Entry: e.Name, Field: "pictures", Reason: err.Error()}
	}
	return err
}

// saveCast stores the entries that a document states. It returns the names of those that were added and changed.
func (s *Server) saveCast(ctx context.Context, stated []cast.Entry) (added, updated []string, err error) {
	if len(stated) == 0 {
		return nil, nil, nil
	}
	all, err := s.Library.Cast(ctx)
	for _, e := range stated {
		old, known := cast.Find(all, e.Name)
		if err != nil || known && old.Equal(e) {
			continue
		}
		if _, err = s.Library.SaveCast(ctx, old.Name, e); err != nil {
			break
		}
		if known {
			updated = append(updated, e.Name)
		} else {
			added = append(added, e.Name)
		}
	}
	return added, updated, err
}
