package db

import (
	"cmp"
	"database/sql"
	"errors"

	"viviscope/db/ledger"
)

// fillAlbums restores the albums: those of albums.json, and those that only sidecars name.
func (f *filler) fillAlbums(members []albumMember) error {
	all, err := readList(f.Folder, albumsName, maxAlbumsFile, parseAlbumList)
	if err != nil {
		f.report.problem(albumsName, "it says nothing that can be used; albums without an asset and saved searches are lost")
	}
	ids := map[string]int64{}
	put := func(a Album) error {
		a.CreatedAt = cmp.Or(a.CreatedAt, f.now())
		id, err := albumID(f.ctx, f.tx, a.Ref)
		if errors.Is(err, sql.ErrNoRows) {
			a, err = insertAlbum(f.ctx, f.tx, a)
			id = a.ID
		}
		ids[a.Ref] = id
		return err
	}
	for _, a := range all {
		if err := put(a); err != nil {
			return err
		}
	}
	for _, m := range members {
		if ids[m.in.Ref] == 0 {
			if err := put(Album{Ref: m.in.Ref, Name: cmp.Or(m.in.Name, "Album "+m.in.Ref[:4])}); err != nil {
				return err
			}
		}
		if _, err := f.tx.ExecContext(f.ctx, "INSERT INTO album_assets VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
			ids[m.in.Ref], m.asset, m.in.Place); err != nil {
			return err
		}
	}
	// The rows come from the sidecars, so no sidecar is due.
	_, err = f.tx.ExecContext(f.ctx, "DELETE FROM sidecars_due")
	return err
}

// fillCorrections appends missing corrections to the ledger. If the job of a correction no longer exists, it corrects
// the profile's sum instead, so that the totals stay the same.
func (f *filler) fillCorrections() error {
	all, err := readList(f.Folder, correctionsName, maxCorrectionsFile, parseCorrections)
	if err != nil {
		f.report.problem(correctionsName, "it says nothing that can be used; corrections of the ledger are lost")
	}
	for _, c := range all {
		var there int
		if err := f.tx.QueryRowContext(f.ctx, "SELECT count(*) FROM ledger WHERE correction = ?",
			c.Ref).Scan(&there); err != nil {
			return err
		}
		if there > 0 {
			continue
		}
		p, err := f.profile(Provenance{Profile: cleanLine(c.Profile, maxName), Service: c.Service,
			Currency: c.Currency})
		if err != nil {
			return err
		}
		done, err := f.try(correctionsName, func() error { return f.correction(c, p) })
		switch {
		case err != nil:
			return err
		case !done:
			f.report.problem(correctionsName, "the correction "+c.Ref[:4]+" does not fit the ledger")
		default:
			f.report.Entries++
		}
	}
	return nil
}

func (f *filler) correction(c correctionEntry, p Profile) error {
	e := Entry{ProfileID: p.ID, Kind: Void, Quantity: compactJSON(c.Quantity), UnitMicros: c.Unit,
		AmountMicros: &c.Amount,
		Currency:     c.Currency, At: c.At, Note: cleanLine(c.Note, maxName), Correction: c.Ref}
	j, err := scanJob(f.tx.QueryRowContext(f.ctx, "SELECT "+jobColumns+" FROM jobs WHERE ref = ?", c.Job))
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if j.ID != 0 && j.ProfileID == p.ID {
		e.JobID = j.ID
		if c.Prices {
			if e.Prices, err = ledger.Unpriced(f.ctx, f.tx, j.ID); err != nil {
				return err
			}
		}
	}
	if e.JobID == 0 && c.Amount == 0 {
		return nil // a price of 0 has no meaning without its charge
	}
	_, err = ledger.Insert(f.ctx, f.tx, e)
	return err
}
