import type { erasures as english } from '../en/erasures';
import type { Translation } from '../translation';

export const erasures: Translation<typeof english> = {
  'erasures.title': 'Löschanfragen',
  'erasures.lead':
    'Apps, die die Daten haben können, müssen das Löschen innerhalb von 30 Tagen bestätigen, auch deinstallierte.',
  'erasures.back': 'Aktivität',
  'erasures.open': 'Einzelheiten',
  'erasures.empty': 'Noch keine Löschanfragen',
  'erasures.empty.lead':
    'Anfragen erscheinen hier, nachdem Sie einen Kunden anonymisiert oder eine App deinstalliert haben.',
  'erasures.none': 'Keine Anfragen mit diesem Status',
  'erasures.missing': 'Diese Löschanfrage gibt es nicht',

  'erasures.title.customer': 'Löschen der Daten eines Kunden',
  'erasures.title.shop': 'Löschen der Daten Ihres Shops',
  'erasures.subject': 'Daten',
  'erasures.subject.customer': 'Daten eines Kunden',
  'erasures.subject.shop': 'Daten Ihres Shops',
  'erasures.customer': 'Kunde',
  'erasures.status': 'Status',
  'erasures.status.all': 'Alle',
  'erasures.status.open': 'Offen',
  'erasures.status.overdue': 'Überfällig',
  'erasures.status.completed': 'Abgeschlossen',
  'erasures.requested': 'Angefragt',
  'erasures.due': 'Fällig',
  'erasures.confirmations': 'Bestätigungen',
  'erasures.count': '{confirmed} von {all}',
  'erasures.cleared': 'Von Storewright gelöscht',
  'erasures.cleared.pending': 'Wird gelöscht',
  'erasures.id': 'ID der Anfrage',
  'erasures.issued': 'Ausgestellt',
  'erasures.print': 'Drucken',
  'erasures.certificate': 'Nachweis herunterladen',
  'erasures.signature': 'Signatur',
  'erasures.signature.lead':
    'Die Plattform hat diesen Inhalt signiert. Den heruntergeladenen Nachweis kann jeder ohne Storewright prüfen.',

  'erasures.apps': 'Apps, die bestätigen müssen',
  'erasures.apps.none': 'Keine App hatte Zugriff auf die Daten.',
  'erasures.app': 'App',
  'erasures.app.due': 'Ausstehend',
  'erasures.app.unreachable': 'Nicht erreichbar',
  'erasures.app.overdue': 'Überfällig',
  'erasures.app.confirmed': 'Bestätigt',
  'erasures.app.cancelled': 'Hinfällig',
  'erasures.asked': 'Letzte Anfrage',
  'erasures.failed': 'fehlgeschlagen: {reason}',
  'erasures.confirmedAt': 'Bestätigt am',

  'erasures.customer.pending': 'Die Apps werden innerhalb einer Minute angefragt.',
  'erasures.customer.due': 'Apps müssen bis {time} bestätigen.',
  'erasures.ofApp': 'Was die App löschen muss, und ob sie es bestätigt hat.',
  'erasures.ofApp.empty': 'Die App muss nichts löschen',

  'erasures.archive': 'Daten herunterladen',
  'erasures.archive.done': 'Alle Daten des Kunden heruntergeladen',
  'erasures.archive.failed': 'Die Daten konnten nicht heruntergeladen werden.',
};
