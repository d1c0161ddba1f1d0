import CEditline
func probeEditline() { _ = el_init }
