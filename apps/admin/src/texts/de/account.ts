import type { account as english } from '../en/account';
import type { Translation } from '../translation';

export const account: Translation<typeof english> = {
  'account.title': 'Konto',
  'account.lead': 'Ihre Daten und wie Sie sich anmelden.',
  'account.person': 'Person',
  'account.name': 'Name',
  'account.name.edit': 'Namen bearbeiten',
  'account.name.save': 'Namen speichern',
  'account.name.missing': 'Geben Sie Ihren Namen ein.',
  'account.name.changed': 'Name geändert',
  'account.email': 'E-Mail',
  'account.email.change': 'E-Mail ändern',
  'account.email.change.lead':
    'Sie erhalten einen Link an {email} und einen an die neue Adresse. Sobald Sie beide verwendet haben, ' +
    'gilt die neue.',
  'account.email.new': 'Neue E-Mail-Adresse',
  'account.email.missing': 'Geben Sie die neue E-Mail-Adresse ein.',
  'account.email.same': 'Das ist bereits Ihre E-Mail-Adresse.',
  'account.email.send': 'Links senden',
  'account.email.sent': 'Links gesendet',
  'account.email.noMail':
    'Diese Plattform versendet keine E-Mails. Bitten Sie den Betreiber um die Änderung.',
  'account.email.pending': 'Bestätigen Sie Ihre neue E-Mail-Adresse',
  'account.email.pending.lead': 'Verwenden Sie den Link in der E-Mail an jede der Adressen bis',
  'account.email.waiting': 'Nicht bestätigt',
  'account.email.confirmed': 'Bestätigt',
  'account.email.cancel': 'Änderung abbrechen',
  'account.email.cancel.title': 'Änderung Ihrer E-Mail-Adresse abbrechen?',
  'account.email.cancel.text':
    'Beide Links funktionieren dann nicht mehr. Ihre E-Mail-Adresse bleibt {email}.',
  'account.email.cancel.dismiss': 'Weiter warten',
  'account.email.canceled': 'Änderung abgebrochen',
  'confirmEmail.title': 'E-Mail-Adresse bestätigen',
  'confirmEmail.lead': 'Die neue Adresse gilt, sobald die Links an beide Adressen verwendet wurden.',
  'confirmEmail.submit': 'Adresse bestätigen',
  'confirmEmail.half.title': 'Bestätigt',
  'confirmEmail.half': 'Verwenden Sie nun den Link in der E-Mail an die andere Adresse. Dann gilt {email}.',
  'confirmEmail.changed.title': 'E-Mail-Adresse geändert',
  'confirmEmail.changed': 'Ab jetzt melden Sie sich mit {email} an.',
  'confirmEmail.dead':
    'Ein Link funktioniert einmal und 24 Stunden lang, bis zu einer neueren Änderung oder bis diese ' +
    'abgebrochen wird. Ändern Sie Ihre E-Mail-Adresse erneut unter „Konto“.',
  'confirmEmail.taken': 'Es gibt bereits ein Konto mit dieser E-Mail-Adresse.',
  'confirmEmail.account': 'Zum Konto',
  'account.since': 'Seit',
  'account.language': 'Sprache',
  'account.language.lead': 'Des Adminpanels in diesem Browser und der E-Mails, die Sie bekommen.',
  'account.password.title': 'Passwort ändern',
  'account.password.lead': 'Alle anderen Sitzungen auf allen Geräten werden beendet. Diese bleibt.',
  'account.password.current': 'Aktuelles Passwort',
  'account.password.new': 'Neues Passwort',
  'account.password.rule':
    'Mindestens 8 Zeichen, die schwer zu erraten sind, zum Beispiel mehrere Wörter ohne Zusammenhang. ' +
    'Leerzeichen und jede Schrift sind erlaubt.',
  'account.password.submit': 'Passwort ändern',
  'account.password.done': 'Passwort geändert',
  'account.password.missing': 'Geben Sie Ihr aktuelles Passwort ein.',
  'account.password.missingNew': 'Geben Sie ein neues Passwort ein.',
  'account.password.limited':
    'Zu viele falsche Passwörter. Versuchen Sie es in {minutes, plural, one {# Minute} other {# Minuten}} erneut.',
};
