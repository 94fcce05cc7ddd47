import type { general as english } from '../en/general';
import type { Translation } from '../translation';

export const general: Translation<typeof english> = {
  'general.title': 'Allgemein',
  'general.lead': 'Wie Ihr Shop heißt und in welcher Zeitzone seine Tage gezählt werden.',
  'general.shop': 'Shop',
  'general.name': 'Name',
  'general.zone': 'Zeitzone',
  'general.zone.lead': 'Alle in diesem Shop sehen Zeiten in ihr, und Statistiken zählen ihre Tage.',
  'general.currency': 'Standardwährung',
  'general.currency.lead':
    'Neue Preise und Codes haben sie, wenn keine andere angegeben ist. Vorhandene Preise bleiben.',
  'general.contact': 'Kontakt',
  'general.contact.email': 'E-Mail-Adresse für Anfragen',
  'general.contact.phone': 'Telefonnummer für Anfragen',
  'general.contact.address': 'Anschrift',
  'general.contact.address.lead':
    'Gedruckte Bestellungen zeigen die Anschrift, die E-Mail-Adresse und die Telefonnummer.',
  'general.logo': 'Logo',
  'general.logo.lead': 'Apps, die Seite zur Installation von Apps und gedruckte Bestellungen zeigen es.',
  'general.logo.none': 'Noch kein Logo. Fügen Sie eine PNG-, JPEG- oder WebP-Datei hinzu.',
  'general.logo.add': 'Logo hinzufügen',
  'general.logo.replace': 'Logo ersetzen',
  'general.logo.saved': 'Logo von „{name}“ gespeichert',
  'general.logo.remove': 'Logo entfernen',
  'general.logo.remove.title': 'Logo entfernen?',
  'general.logo.remove.text': 'Seiten und Apps, die das Logo zeigen, verlieren es.',
  'general.logo.removed': 'Logo von „{name}“ entfernt',
  'general.factor': 'Zweiter Faktor',
  'general.factor.lead': 'Eine Authenticator-App schützt den Shop, wenn ein Passwort bekannt wird.',
  'general.factor.required': 'Für alle Mitglieder Pflicht',
  'general.factor.optional': 'Freiwillig',
  'general.factor.require': 'Von allen verlangen',
  'general.factor.require.title': 'Von allen Mitgliedern einen zweiten Faktor verlangen?',
  'general.factor.require.text':
    'Mitglieder ohne zweiten Faktor haben keinen Zugriff auf diesen Shop, bis sie ihn in ihrem Konto einrichten.',
  'general.factor.require.done': 'Ein zweiter Faktor ist jetzt Pflicht',
  'general.factor.waive': 'Freiwillig machen',
  'general.factor.waive.title': 'Zweiten Faktor freiwillig machen?',
  'general.factor.waive.text':
    'Mitglieder können diesen Shop dann allein mit einem Passwort verwenden. Inhaber erhalten eine E-Mail darüber.',
  'general.factor.waive.done': 'Der zweite Faktor ist jetzt freiwillig',
  'general.factor.own': 'Richten Sie zuerst in Ihrem eigenen Konto einen zweiten Faktor ein.',
  'general.api': 'Apps und Zugriffstoken',
  'general.api.lead':
    'Wenn eine App oder ein Token etwas Seltsames tut, können Sie alle auf einmal anhalten.',
  'general.api.active': 'Aktiv',
  'general.api.suspended': 'Angehalten',
  'general.api.suspend': 'Alle anhalten',
  'general.api.suspend.title': 'Alle Apps und Zugriffstoken anhalten?',
  'general.api.suspend.text':
    'Ihre Anfragen werden binnen einer Sekunde abgelehnt, und Webhooks warten bis zu 30 Tage. Dieses Panel ' +
    'funktioniert weiter. Sie können sie jederzeit fortsetzen. Inhaber bekommen eine E-Mail darüber.',
  'general.api.suspend.done': 'Alle Apps und Zugriffstoken angehalten',
  'general.api.resume': 'Alle fortsetzen',
  'general.api.resume.title': 'Alle Apps und Zugriffstoken fortsetzen?',
  'general.api.resume.text':
    'Sie gelten sofort wieder, und wartende Webhooks folgen binnen einer Minute. Einzeln angehaltene Apps bleiben ' +
    'angehalten.',
  'general.api.resume.done': 'Apps und Zugriffstoken fortgesetzt',
  'general.addresses': 'Adressen',
  'general.addresses.lead': 'Sie bleiben, wie sie sind.',
  'general.address.panel': 'Panel',
  'general.address.api': 'API',
};
