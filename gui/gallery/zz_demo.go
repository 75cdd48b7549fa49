package gallery

func (g *Gallery) Jump(part float64) { g.rows.ScrollToPlace(part * float64(len(g.model.rows))) }
