package mp4

import "encoding/binary"

const (
	maxDepth = 8
	maxBoxes = 20_000 // inside moov
)

// guard walks over the boxes inside moov before mp4ff decodes them: nesting, sizes, and the count fields of the
// sample tables, for which mp4ff would otherwise allocate or loop whatever the file asks for.
type guard struct{ boxes int }

func (g *guard) check(b []byte, depth int) error {
	if depth > maxDepth {
		return damaged("moov is nested too deeply")
	}
	for len(b) > 0 {
		if g.boxes++; g.boxes > maxBoxes {
			return damaged("moov has more than %d boxes", maxBoxes)
		}
		if len(b) < 8 {
			if depth > 0 && len(b) == 4 && binary.BigEndian.Uint32(b) == 0 { // QuickTime ends udta with four zero bytes
				return nil
			}
			return damaged("stray bytes in moov")
		}
		size, typ := int64(binary.BigEndian.Uint32(b)), string(b[4:8])
		if size < 8 || size > int64(len(b)) {
			return damaged("box %q does not fit into moov", typ)
		}
		body := b[8:size]
		if err := tableFits(typ, body); err != nil {
			return err
		}
		if isContainer(typ) {
			if err := g.check(body, depth+1); err != nil {
				return err
			}
		}
		b = b[size:]
	}
	return nil
}

func isContainer(typ string) bool {
	switch typ {
	case "moov", "trak", "mdia", "minf", "stbl", "edts", "dinf", "udta", "mvex":
		return true
	}
	return false
}

// tableFits compares the count field of a table with the size of its box.
func tableFits(typ string, body []byte) error {
	perEntry, countAt := 0, 4
	switch typ {
	case "stts", "ctts", "co64":
		perEntry = 8
	case "stsc":
		perEntry = 12
	case "stco", "stss":
		perEntry = 4
	case "elst":
		perEntry = 12
		if len(body) > 0 && body[0] == 1 { // version 1 has 64-bit times
			perEntry = 20
		}
	case "stsz":
		if len(body) < 12 || binary.BigEndian.Uint32(body[8:]) > maxSamples {
			return damaged("more than %d samples", maxSamples)
		}
		if binary.BigEndian.Uint32(body[4:]) != 0 { // all samples of one size: no table follows
			return nil
		}
		perEntry, countAt = 4, 8
	default:
		return nil
	}
	if len(body) < countAt+4 {
		return damaged("%s is too short", typ)
	}
	if n := int64(binary.BigEndian.Uint32(body[countAt:])); n*int64(perEntry) != int64(len(body)-countAt-4) {
		return damaged("the count of %s does not fit its box", typ)
	}
	return nil
}
