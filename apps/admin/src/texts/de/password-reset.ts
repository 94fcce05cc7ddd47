import type { passwordReset as english } from '../en/password-reset';
import type { Translation } from '../translation';

export const passwordReset: Translation<typeof english> = {
  'signIn.forgot': 'Passwort vergessen?',
  'forgot.title': 'Passwort vergessen?',
  'forgot.lead': 'Geben Sie Ihre E-Mail-Adresse ein. Sie erhalten einen Link für ein neues Passwort.',
  'forgot.submit': 'Link senden',
  'forgot.back': 'Zurück zur Anmeldung',
  'forgot.sent.title': 'Prüfen Sie Ihre E-Mails',
  'forgot.sent': 'Wenn es ein Konto für {email} gibt, ist ein Link unterwegs.',
  'forgot.sent.lead':
    'Er funktioniert einmal und 30 Minuten lang. Wenn nichts ankommt, sehen Sie im Spamordner nach oder ' +
    'prüfen Sie die Schreibweise der Adresse.',
  'forgot.limited':
    'Zu viele Versuche. Versuchen Sie es in {minutes, plural, one {# Minute} other {# Minuten}} erneut.',
  'forgot.noMail': 'Diese Plattform versendet keine E-Mails. Bitten Sie den Betreiber um ein neues Passwort.',
  'reset.title': 'Neues Passwort festlegen',
  'reset.lead': 'Sie werden überall abgemeldet und melden sich mit dem neuen Passwort an.',
  'reset.submit': 'Passwort festlegen',
  'reset.done.title': 'Passwort festgelegt',
  'reset.done': 'Sie sind auf allen Geräten abgemeldet. Melden Sie sich mit Ihrem neuen Passwort an.',
  'reset.dead.title': 'Dieser Link funktioniert nicht mehr',
  'reset.dead': 'Ein Link funktioniert einmal und 30 Minuten lang. Fordern Sie einen neuen an.',
  'reset.dead.again': 'Neuen Link anfordern',
};
