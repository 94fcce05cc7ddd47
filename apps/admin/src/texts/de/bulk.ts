import type { bulk as english } from '../en/bulk';
import type { Translation } from '../translation';

export const bulk: Translation<typeof english> = {
  'bulk.label': 'Massenaktionen',
  'bulk.select': '{name} auswählen',
  'bulk.selectEverything': 'Alle auswählen: {rows}',
  'bulk.selectMatching': 'Alle passenden auswählen',
  'bulk.selectMost': 'Die ersten {count} auswählen',
  'bulk.most': 'Mehr als {count} können nicht auf einmal ausgewählt werden.',
  'bulk.selecting': 'Wird ausgewählt … {count}',
  'bulk.moreFailures':
    '{count, plural, one {# weitere wurde nicht aktualisiert.} other {# weitere wurden nicht aktualisiert.}}',
  'bulk.addTags': 'Tags hinzufügen',
  'bulk.removeTags': 'Tags entfernen',
  'bulk.removeTags.description': 'Durch Kommas getrennt. Vorhanden: {tags}',
  'bulk.status': 'Status ändern',
  'bulk.noStep': 'Für keine dieser Bestellungen ist eine Änderung des Status möglich.',
  'bulk.some':
    'Möglich für {count} von {total} Bestellungen. Die anderen bleiben unverändert und werden mit dem Grund ' +
    'aufgelistet.',
  'bulk.complete': 'Bestellungen abschließen',
  'bulk.cancel': 'Bestellungen stornieren',
  'bulk.title': '{action}: {rows}',
  'bulk.progress.label': 'Fortschritt',
  'bulk.progress': '{finished} von {total}',
  'bulk.stay': 'Bleiben Sie auf dieser Seite, bis es fertig ist.',
  'bulk.waiting': 'Der Dienst ist ausgelastet. Es geht gleich weiter.',
  'bulk.stop': 'Anhalten',
  'bulk.done': '{rows} aktualisiert',
  'bulk.stopped': 'Angehalten: {count} von {total} aktualisiert',
  'bulk.outcome': '{title}. {done} von {total} aktualisiert',
  'bulk.left': '{count, plural, one {# wurde nicht versucht.} other {# wurden nicht versucht.}}',
  'bulk.late': 'Nicht ausgeführt: Jemand anderes hat das inzwischen geändert.',
};
