import type { parts as english } from '../en/parts';
import type { Translation } from '../translation';

export const parts: Translation<typeof english> = {
  'amount.minorUnits': '{amount} kleinste Einheiten {currency}',
  'action.cancel': 'Abbrechen',
  'action.close': 'Schließen',
  'action.done': 'Fertig',
  'action.copy': 'Kopieren',
  'action.copied': 'Kopiert',
  'action.copyFailed': 'Kopieren nicht möglich. Markieren Sie den Text und kopieren Sie ihn selbst.',
  'action.retry': 'Erneut versuchen',
  'action.save': 'Speichern',
  'action.more.of': 'Weitere Aktionen für „{name}“',
  'action.pending': 'Einen Moment …',
  'unsaved.title': 'Nicht gespeicherte Änderungen',
  'unsaved.of': 'Nicht gespeicherte Änderungen: {title}',
  'unsaved.discard': 'Änderungen verwerfen',
  'unsaved.restored': 'Ihre Änderungen wurden wiederhergestellt. Sie sind noch nicht gespeichert.',
  'unsaved.leave.title': 'Seite mit ungespeicherten Änderungen verlassen?',
  'unsaved.leave.kept':
    'Ihre Änderungen bleiben in diesem Browser-Tab als Entwurf. Sie finden sie, wenn Sie diese Seite wieder öffnen.',
  'unsaved.leave.lost': 'Ihre Eingaben sind nicht gespeichert und gehen verloren.',
  'unsaved.leave': 'Seite verlassen',
  'unsaved.stay': 'Auf der Seite bleiben',
  'unsaved.close.title': 'Eingaben verwerfen?',
  'unsaved.close.text': 'Sie sind nicht gespeichert. Das lässt sich nicht rückgängig machen.',
  'unsaved.keep': 'Weiter bearbeiten',

  'select.column': 'Ausgewählt',
  'select.all': 'Alle auf dieser Seite auswählen',
  'select.page': 'Alle {count} auswählen',
  'select.none': 'Auswahl aufheben',
  'select.count': '{count, plural, =0 {Keine ausgewählt} one {# ausgewählt} other {# ausgewählt}}',

  'loading.label': 'Wird geladen …',
  'error.start': 'Das Adminpanel kann gerade nicht geöffnet werden',
  'error.title': 'Das konnte nicht geladen werden',
  'error.unknown': 'Nicht alles konnte geladen werden',
  'error.offline': 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  'error.away': 'Der Dienst ist ausgelastet oder startet neu. Meist ist er nach wenigen Sekunden zurück.',
  'error.noAnswer':
    'Der Server hat nicht rechtzeitig geantwortet. Möglicherweise wurde die Änderung trotzdem ' +
    'ausgeführt: Prüfen Sie das, bevor Sie es erneut versuchen.',
  'error.notFound': 'Das gibt es nicht oder nicht mehr.',
  'error.role': 'Ihre Rolle in diesem Shop erlaubt das nicht.',
  'error.forbidden': 'Das ist nicht erlaubt.',
  'error.unexpected': 'Auf dem Server ist ein Fehler aufgetreten.',
  'error.screen':
    'Auf dieser Seite ist ein Fehler aufgetreten. Laden Sie sie neu; wenn das nicht hilft, wenden Sie ' +
    'sich an den Betreiber der Plattform.',
  'error.requestId': 'Anfrage-ID: {id}',
  'error.form': 'Das konnte nicht gespeichert werden',
  'error.program':
    'Das Panel hat etwas gesendet, das der Server nicht annimmt. Laden Sie die Seite neu; hilft das nicht, ' +
    'wenden Sie sich an den Betreiber dieser Plattform.',

  'chart.title':
    '{label}. Mit den Pfeiltasten gehen Sie von Balken zu Balken; die Tabelle zeigt dieselben Zahlen.',
  'chart.period': 'Zeitraum',
  'chart.period.days': '{days} Tage',
  'chart.period.hours': '24 Stunden',
  'chart.measure': 'Anzeigen',
  'chart.view': 'Ansicht',
  'chart.view.chart': 'Diagramm',
  'chart.view.table': 'Tabelle',

  'requests.title': 'Anfragen an die API',
  'requests.lead': 'Pro Stunde oder Tag ({zone}). Einige Sekunden verzögert.',
  'requests.sum': '{requests, plural, one {# Anfrage} other {# Anfragen}}, {errors} Fehler',
  'requests.when': 'Zeit',
  'requests.all': 'Anfragen',
  'requests.answered': 'Beantwortet',
  'requests.refused': 'Abgelehnt (4xx)',
  'requests.failed': 'Fehlgeschlagen (5xx)',
  'requests.empty.title': 'Keine Anfragen in dieser Zeit',
  'requests.empty.lead': 'Sobald die App die API eines Shops aufruft, sehen Sie es hier.',

  'table.details': 'Details',
  'pager.label': 'Seiten',
  'pager.previous': 'Zurück',
  'pager.next': 'Weiter',
  'pager.first': 'Zum Anfang',
  'pager.partial': 'Es wurde noch nicht alles durchsucht.',
  'pager.goOn': 'Weitersuchen',

  'time.never': 'Nie',
  'time.utc': '{time} (UTC)',

  'scopes.all': 'Vollzugriff',
  'scopes.all.sentence': 'Alles, was die API bietet, auch künftige Funktionen',
  'scopes.action.collection': 'Auflisten',
  'scopes.action.get': 'Lesen',
  'scopes.action.post': 'Erstellen',
  'scopes.action.patch': 'Ändern',
  'scopes.action.delete': 'Löschen',
  'scopes.personal': 'Personenbezogene Daten',
  'scopes.new': 'Neu',
  'scopes.dropped': 'Entfällt',
  'scopes.unreviewed': 'Vom Betreiber nicht geprüft',
  'scopes.of': '{count} von „{of}“',
  'scopes.count': '{count, plural, one {# Berechtigung} other {# Berechtigungen}}',
};
