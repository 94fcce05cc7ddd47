import type { device as english } from '../en/device';
import type { Translation } from '../translation';

export const device: Translation<typeof english> = {
  'device.signIn.title': 'Zum Fortfahren anmelden',
  'device.signIn.lead':
    'Ein Gerät möchte mit Ihrem Konto angemeldet werden. Melden Sie sich zuerst hier an und entscheiden Sie dann.',
  'device.enter.title': 'Ein Gerät anmelden',
  'device.enter.lead': 'Geben Sie den Code ein, den das Gerät zeigt.',
  'device.code': 'Code',
  'device.code.missing': 'Geben Sie den Code ein.',
  'device.next': 'Weiter',
  'device.none.title': 'Mit diesem Code wartet kein Gerät',
  'device.none': 'Codes gelten einmal, für 10 Minuten. Beginnen Sie auf dem Gerät von vorn.',
  'device.limited':
    'Zu viele falsche Codes. Versuchen Sie es in {minutes, plural, one {# Minute} other {# Minuten}} erneut.',
  'device.title': 'Dieses Gerät anmelden?',
  'device.lead': 'Es kann dann als {email} tun, was unten steht, bis Sie seine Sitzung beenden.',
  'device.warning.title': 'Haben Sie das selbst begonnen?',
  'device.warning':
    'Erlauben Sie es nur, wenn Sie gerade „storewright login“ ausgeführt haben und dort dieser Code ' +
    'steht. Hat Ihnen jemand den Code oder den Link geschickt, will er in Ihr Konto.',
  'device.name': 'Gerät',
  'device.unnamed': 'Hat keinen Namen genannt',
  'device.program': 'Programm',
  'device.programOn': '{program} unter {system}',
  'device.unknown': 'Unbekannt',
  'device.network': 'Netz',
  'device.may': 'Zugriff',
  'device.may.text':
    'Es kann Ihre Apps und Shops auflisten, Berechtigungen und Icons Ihrer Apps ändern, deren Anfragen ' +
    'lesen und Ihre Test-Shops verwalten. Es kann keine Apps oder Tokens erstellen, keine Bestellungen ' +
    'oder Kunden sehen und nicht ändern, wie Sie sich anmelden.',
  'device.address': 'Adresse',
  'device.otherNetwork': '{address}, nicht das Netz, das Sie gerade benutzen',
  'device.since': 'Angefragt',
  'device.hasty.title': 'Noch nicht',
  'device.hasty': 'Diese Seite war gerade erst sichtbar. Klicken Sie erneut, wenn Sie es erlauben möchten.',
  'device.allow': 'Erlauben',
  'device.deny': 'Ablehnen',
  'device.allowed.title': 'Das Gerät ist angemeldet',
  'device.allowed':
    'Kehren Sie zu ihm zurück; Sie können diese Seite schließen. Seine Sitzung finden Sie unter Konto.',
  'device.denied.title': 'Das Gerät wurde nicht angemeldet',
  'device.denied': 'Sie können diese Seite schließen.',
};
