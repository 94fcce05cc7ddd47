import type { apiAccess as english } from '../en/api-access';
import type { Translation } from '../translation';

export const apiAccess: Translation<typeof english> = {
  'apiAccess.title': 'API-Zugriff',
  'apiAccess.lead': 'Zugriffstoken für Ihre eigenen Skripte und Tools. Jeder gilt nur für diesen Shop.',
  'apiAccess.generate': 'Token erstellen',
  'apiAccess.list': 'Zugriffstoken',
  'apiAccess.filter': 'Token filtern',
  'apiAccess.filter.active': 'Aktiv',
  'apiAccess.filter.unused': 'Ungenutzt',
  'apiAccess.filter.expired': 'Abgelaufen',
  'apiAccess.filter.revoked': 'Widerrufen',
  'apiAccess.filter.all': 'Alle',
  'apiAccess.empty.title': 'Noch keine Zugriffstoken',
  'apiAccess.empty.lead': 'Mit einem Zugriffstoken ruft ein Skript oder Tool die API dieses Shops auf.',
  'apiAccess.none.title': 'Nichts gefunden',
  'apiAccess.none.lead': 'Keine Token in dieser Ansicht.',

  'apiAccess.column.name': 'Name',
  'apiAccess.column.token': 'Token',
  'apiAccess.column.access': 'Berechtigungen',
  'apiAccess.column.created': 'Erstellt',
  'apiAccess.column.lastUsed': 'Zuletzt verwendet',
  'apiAccess.column.expires': 'Läuft ab',
  'apiAccess.column.actions': 'Aktionen',
  'apiAccess.status.revoked': 'Widerrufen',
  'apiAccess.status.expired': 'Abgelaufen',

  'apiAccess.new.title': 'Zugriffstoken erstellen',
  'apiAccess.new.name': 'Name',
  'apiAccess.new.name.description': 'Damit Sie ihn wiedererkennen, z. B. „Nächtlicher Export“.',
  'apiAccess.new.name.missing': 'Geben Sie einen Namen ein.',
  'apiAccess.new.access': 'Berechtigungen',
  'apiAccess.new.access.chosen': 'Ausgewählte Berechtigungen',
  'apiAccess.new.access.chosen.description': 'Sicherer: Ein Token, der bekannt wird, kann nicht mehr als das',
  'apiAccess.new.access.missing': 'Wählen Sie mindestens eine aus oder Vollzugriff.',
  'apiAccess.new.expiry': 'Läuft ab',
  'apiAccess.new.expiry.never': 'Nie',
  'apiAccess.new.expiry.days': 'In {days} Tagen',
  'apiAccess.new.expiry.year': 'In einem Jahr',
  'apiAccess.new.expiry.date': 'An einem bestimmten Tag',
  'apiAccess.new.date': 'Letzter Tag',
  'apiAccess.new.date.description': 'Der Token gilt bis zum Ende dieses Tages.',
  'apiAccess.new.date.missing': 'Wählen Sie heute oder einen späteren Tag.',
  'apiAccess.new.submit': 'Token erstellen',

  'apiAccess.made.title': 'Kopieren Sie den Token jetzt',
  'apiAccess.made.lead':
    '„{name}“ ist erstellt. Der Token wird nur dieses eine Mal angezeigt. Wer ihn hat, kann ihn verwenden.',
  'apiAccess.made.token': 'Token',
  'apiAccess.made.try': 'Ausprobieren',
  'apiAccess.made.curl': 'Befehl',
  'apiAccess.made.noTry':
    'Dieser Token hat keine Leseberechtigung. Es gibt keinen Befehl, der Ihren Shop nicht verändert.',

  'apiAccess.edit': 'Bearbeiten',
  'apiAccess.edit.of': '„{name}“ bearbeiten',
  'apiAccess.edit.done': '„{name}“ gespeichert',

  'apiAccess.rotate': 'Ersetzen',
  'apiAccess.rotate.of': '„{name}“ ersetzen',
  'apiAccess.rotate.title': '„{name}“ ersetzen?',
  'apiAccess.rotate.text':
    'Das Token bekommt einen neuen Text mit demselben Zugriff. Der jetzige Text gilt, bis der neue verwendet wird, ' +
    'höchstens 24 Stunden, damit Sie ihn ohne Ausfall ersetzen können. Inhaber bekommen eine E-Mail darüber.',
  'apiAccess.rotating': 'Wird ersetzt',
  'apiAccess.revoke': 'Widerrufen',
  'apiAccess.revoke.of': '„{name}“ widerrufen',
  'apiAccess.revoke.title': '„{name}“ widerrufen?',
  'apiAccess.revoke.text':
    'Alles, was diesen Token verwendet, wird innerhalb einer Sekunde abgewiesen. Das kann nicht ' +
    'rückgängig gemacht werden.',
  'apiAccess.revoke.used': 'Zuletzt verwendet: {time}.',
  'apiAccess.revoke.done': '„{name}“ widerrufen',

  'apiAccess.expires.unused': '{date}, wenn ungenutzt',

  'apiAccess.unused': 'Unbenutzte Berechtigungen',
  'apiAccess.unused.lead':
    'Ein Token mit weniger Berechtigungen richtet weniger Schaden an, wenn es bekannt wird.',

  'canaries.title': 'Köder-Token',
  'canaries.lead':
    'Eine Falle: sieht aus wie ein Zugriffstoken, gibt aber keinen Zugriff. Wer ihn verwendet, löst einen Alarm aus.',
  'canaries.create': 'Köder-Token erstellen',
  'canaries.empty': 'Noch keine Köder-Token',
  'canaries.new.title': 'Köder-Token erstellen',
  'canaries.new.description': 'Wo Sie ihn verstecken, etwa „Backup der Kasse“.',
  'canaries.made.lead':
    'Verstecken Sie den Token dort, wo nur ein Eindringling suchen würde. Er wird nur einmal angezeigt.',
  'canaries.delete': 'Löschen',
  'canaries.delete.of': '„{name}“ löschen',
  'canaries.delete.title': '„{name}“ löschen?',
  'canaries.delete.text':
    'Sie erhalten keinen Alarm, wenn jemand diesen Token verwendet. Das kann nicht rückgängig gemacht werden.',
  'canaries.delete.done': '„{name}“ gelöscht',
};
