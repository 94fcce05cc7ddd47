import type { security as english } from '../en/security';
import type { Translation } from '../translation';

export const security: Translation<typeof english> = {
  'passkeys.title': 'Passkeys',
  'passkeys.lead': 'Melden Sie sich mit Fingerabdruck, Gesicht oder Sicherheitsschlüssel an, ohne Passwort.',
  'passkeys.none': 'Sie haben noch keine Passkeys.',
  'passkeys.add': 'Passkey hinzufügen',
  'passkeys.added': '„{name}“ hinzugefügt',
  'passkeys.failed': 'Gerade kann kein Passkey hinzugefügt werden',
  'passkeys.name': 'Name',
  'passkeys.name.lead': 'Damit Sie ihn wiedererkennen, z. B. „Arbeitslaptop“.',
  'passkeys.missing': 'Geben Sie einen Namen ein.',
  'passkeys.new.lead': 'Ihr Browser fragt, wo der Passkey gespeichert werden soll.',
  'passkeys.go': 'Weiter',
  'passkeys.dismissed': 'Es wurde kein Passkey erstellt. Versuchen Sie es erneut.',
  'passkeys.known': 'Auf diesem Gerät gibt es bereits einen Passkey für Ihr Konto.',
  'passkeys.column.created': 'Hinzugefügt',
  'passkeys.used': 'Zuletzt verwendet',
  'passkeys.unused': 'Nie',
  'passkeys.rename': 'Umbenennen',
  'passkeys.rename.save': 'Namen speichern',
  'passkeys.renamed': 'Passkey in „{name}“ umbenannt',
  'passkeys.remove': 'Entfernen',
  'passkeys.remove.title': 'Passkey „{name}“ entfernen',
  'passkeys.remove.text': 'Mit ihm ist keine Anmeldung mehr möglich. Löschen Sie ihn auch auf Ihrem Gerät.',
  'passkeys.removed': '„{name}“ entfernt',

  'twoFactor.title': 'Zwei-Faktor-Authentifizierung',
  'twoFactor.on': 'An. Zur Anmeldung mit Ihrem Passwort brauchen Sie einen Code Ihrer Authenticator-App.',
  'twoFactor.off':
    'Aus. Ist sie an, brauchen Sie zur Anmeldung mit Passwort auch einen Code einer Authenticator-App.',
  'twoFactor.turnOn': 'Aktivieren',
  'twoFactor.turnOff': 'Deaktivieren',
  'twoFactor.turnOff.title': 'Zwei-Faktor-Authentifizierung deaktivieren',
  'twoFactor.turnOff.text':
    'Zur Anmeldung genügt wieder das Passwort. Die Wiederherstellungscodes werden ungültig.',
  'twoFactor.turnedOff': 'Zwei-Faktor-Authentifizierung deaktiviert',
  'twoFactor.codesLeft': 'Noch {left} Wiederherstellungscodes.',
  'twoFactor.fewCodes':
    '{left, plural, =0 {Kein Wiederherstellungscode mehr.} one {Noch # Wiederherstellungscode.} other ' +
    '{Noch # Wiederherstellungscodes.}} Erstellen Sie neue.',
  'twoFactor.newCodes': 'Neue Wiederherstellungscodes',
  'twoFactor.enrol.title': 'Zwei-Faktor-Authentifizierung aktivieren',
  'twoFactor.enrol.lead': 'Scannen Sie diesen QR-Code mit Ihrer Authenticator-App.',
  'twoFactor.enrol.qr': 'QR-Code für Ihre Authenticator-App',
  'twoFactor.enrol.text': 'Oder geben Sie diesen Schlüssel in der App ein:',
  'twoFactor.enrol.secret': 'Schlüssel für die Authenticator-App',
  'twoFactor.enrol.code': 'Code der App',
  'twoFactor.enrol.missing': 'Geben Sie die sechs Ziffern ein, die die App anzeigt.',

  'sessions.title': 'Sitzungen',
  'sessions.lead':
    'Wo Sie angemeldet sind. Beenden Sie Sitzungen, die Sie nicht kennen, und ändern Sie Ihr Passwort.',
  'sessions.device': 'Gerät',
  'sessions.browserOn': '{browser} auf {system}',
  'sessions.unknown': 'Unbekannt',
  'sessions.network': 'Netzwerk',
  'sessions.column.created': 'Angemeldet',
  'sessions.used': 'Zuletzt verwendet',
  'sessions.current': 'Diese Sitzung',
  'sessions.end': 'Sitzung beenden',
  'sessions.end.title': 'Diese Sitzung beenden?',
  'sessions.end.text': 'Wer sie verwendet, muss sich neu anmelden.',
  'sessions.endOthers': 'Alle anderen Sitzungen beenden',
  'sessions.endOthers.title': 'Alle anderen Sitzungen beenden?',
  'sessions.toast.ended': 'Beendet',

  'recoveryCodes.title': 'Wiederherstellungscodes',
  'recoveryCodes.lead':
    'Bewahren Sie diese Codes sicher auf. Mit jedem können Sie sich einmal anmelden, wenn Sie Ihre ' +
    'Authenticator-App verlieren. Sie werden nur jetzt angezeigt.',
  'recoveryCodes.saved': 'Ich habe sie gespeichert',
};
