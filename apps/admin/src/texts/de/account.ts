import type { account as english } from '../en/account';
import type { Translation } from '../translation';

export const account: Translation<typeof english> = {
  'account.title': 'Konto',
  'account.lead': 'Ihre Daten und wie Sie sich anmelden.',
  'account.person': 'Person',
  'account.name': 'Name',
  'account.email': 'E-Mail',
  'account.since': 'Seit',
  'account.language': 'Sprache',
  'account.language.lead': 'Sprache des Adminpanels in diesem Browser.',
  'account.password.title': 'Passwort ändern',
  'account.password.lead': 'Alle anderen Sitzungen auf allen Geräten werden beendet. Diese bleibt.',
  'account.password.current': 'Aktuelles Passwort',
  'account.password.new': 'Neues Passwort',
  'account.password.rule':
    'Mindestens 8 Zeichen, die schwer zu erraten sind, zum Beispiel mehrere Wörter ohne Zusammenhang. Leerzeichen und jede Schrift sind erlaubt.',
  'account.password.submit': 'Passwort ändern',
  'account.password.done': 'Passwort geändert',
  'account.password.missing': 'Geben Sie Ihr aktuelles Passwort ein.',
  'account.password.missingNew': 'Geben Sie ein neues Passwort ein.',
  'account.password.limited':
    'Zu viele falsche Passwörter. Versuchen Sie es in {minutes, plural, one {# Minute} other {# Minuten}} erneut.',
};
