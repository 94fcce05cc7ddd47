import type { palette as english } from '../en/palette';
import type { Translation } from '../translation';

export const palette: Translation<typeof english> = {
  'palette.title': 'Etwas finden',
  'palette.label': 'Bestellungen, Produkte, Kunden und Seiten suchen',
  'palette.order': 'Bestellung {number}',
  'palette.recent': 'Zuletzt',
  'palette.screen': 'Seite',
  'palette.action': 'Aktion',
  'palette.newMeta': 'Neues Metaobjekt',
  'palette.searching': 'Wird gesucht …',
  'palette.none': 'Nichts hat diesen Namen',
};
