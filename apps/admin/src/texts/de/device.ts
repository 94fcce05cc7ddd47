import type { device as english } from '../en/device';
import type { Translation } from '../translation';

export const device: Translation<typeof english> = {
  'device.signIn.title': 'Zum Fortfahren anmelden',
  'device.signIn.lead':
    'Ein Gerät wartet auf Ihre Entscheidung. Melden Sie sich zuerst hier an und entscheiden Sie dann.',
  'device.enter.title': 'Ein Gerät anmelden',
  'device.enter.lead': 'Geben Sie den Code ein, den das Gerät zeigt.',
  'device.code': 'Code',
  'device.code.missing': 'Geben Sie den Code ein.',
  'device.next': 'Weiter',
  'device.none.title': 'Mit diesem Code wartet kein Gerät',
  'device.none': 'Codes gelten einmal, für 10 Minuten. Beginnen Sie auf dem Gerät von vorn.',
  'device.limited':
    'Zu viele falsche Codes. Versuchen Sie es in {minutes, plural, one {# Minute} other {# Minuten}} erneut.',
  'device.sign_in.title': 'Dieses Gerät anmelden?',
  'device.sign_in.lead':
    'Es kann dann als {email} tun, was unten steht: 90 Tage lang oder bis Sie seine Sitzung beenden.',
  'device.confirmation.title': 'Diesen Befehl bestätigen?',
  'device.confirmation.lead':
    'Ein Gerät, das als {email} angemeldet ist, will eine geschützte Änderung vornehmen.',
  'device.warning.title': 'Haben Sie das selbst begonnen?',
  'device.confirmation.warning':
    'Bestätigen Sie nur, wenn Sie diesen Befehl gerade ausgeführt haben und Ihr Terminal diesen Code zeigt. ' +
    'Hat Ihnen jemand den Code oder den Link geschickt, will er Ihre Apps ändern.',
  'device.sign_in.warning':
    'Erlauben Sie es nur, wenn Sie gerade „storewright login“ oder „storewright dev“ ausgeführt haben und Ihr ' +
    'Terminal diesen Code zeigt. Hat Ihnen jemand den Code oder den Link geschickt, will er in Ihr Konto.',
  'device.command': 'Befehl',
  'device.name': 'Gerät',
  'device.unnamed': 'Hat keinen Namen genannt',
  'device.program': 'Programm',
  'device.programOn': '{program} unter {system}',
  'device.unknown': 'Unbekannt',
  'device.network': 'Netz',
  'device.may': 'Zugriff',
  'device.sign_in.may':
    'Es kann Ihre Apps und Shops auflisten, Texte, Berechtigungen und Icons Ihrer Apps ändern, deren Anfragen ' +
    'lesen und Ihre Test-Shops verwalten. Bevor es eine App, ein Secret oder ein Token erstellt oder löscht, ' +
    'fragt es Sie hier. Es kann keine Bestellungen oder Kunden sehen und nicht ändern, wie Sie sich anmelden.',
  'device.confirmation.may':
    'Es kann 10 Minuten lang Ihre Apps registrieren, ändern und löschen, Secrets für sie erstellen, sie in Ihren ' +
    'Test-Shops installieren und dort Tokens erstellen.',
  'device.address': 'Adresse',
  'device.otherNetwork': '{address}, nicht das Netz, das Sie gerade benutzen',
  'device.since': 'Angefragt',
  'device.hasty.title': 'Noch nicht',
  'device.hasty': 'Diese Seite war gerade erst sichtbar. Klicken Sie erneut, wenn Sie es erlauben möchten.',
  'device.sign_in.allow': 'Erlauben',
  'device.confirmation.allow': 'Bestätigen',
  'device.deny': 'Ablehnen',
  'device.confirmation.allowed.title': 'Der Befehl ist bestätigt',
  'device.confirmation.allowed': 'Kehren Sie zum Terminal zurück; Sie können diese Seite schließen.',
  'device.confirmation.denied.title': 'Der Befehl wurde abgelehnt',
  'device.confirmation.denied':
    'Wenn Sie ihn nicht ausgeführt haben, beenden Sie die Sitzung des Geräts unter Konto. Sie können diese Seite ' +
    'schließen.',
  'device.sign_in.allowed.title': 'Das Gerät ist angemeldet',
  'device.sign_in.allowed':
    'Kehren Sie zu ihm zurück; Sie können diese Seite schließen. Seine Sitzung finden Sie unter Konto.',
  'device.sign_in.denied.title': 'Das Gerät wurde nicht angemeldet',
  'device.sign_in.denied': 'Sie können diese Seite schließen.',
};
