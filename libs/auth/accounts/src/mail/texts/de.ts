import type { MailTexts, SecurityChange } from './mail-texts';

export const de: MailTexts = {
  passwordReset: ({ link, minutes }) => ({
    subject: 'Neues Passwort festlegen',
    text: `Jemand hat ein neues Passwort für Ihr Konto angefordert.

Legen Sie es hier fest:
${link}

Der Link funktioniert einmal, ${minutes} Minuten lang. Wenn Sie es nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.
`,
  }),

  invitation: ({ shop, link, days }) => ({
    subject: `Einladung zu ${shop}`,
    text: `Sie sind eingeladen, im Shop ${shop} mitzuarbeiten.

Nehmen Sie die Einladung hier an:
${link}

Der Link funktioniert einmal, ${days} Tage lang. Wenn Sie diesen Shop nicht kennen, müssen Sie nichts tun.
`,
  }),

  emailChange: {
    toCurrent: ({ before, after, link, hours }) => ({
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      text: `Jemand, der in Ihrem Konto angemeldet ist, möchte dessen E-Mail-Adresse von ${before} in ${after} ändern.

Bestätigen Sie das hier:
${link}

Eine E-Mail an ${after} enthält einen weiteren Link: Die Adresse wird geändert, wenn beide verwendet wurden. ${life(hours)}

${advice}
`,
    }),

    toNew: ({ link, hours }) => ({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      text: `Jemand möchte sich künftig mit dieser Adresse anmelden.

Bestätigen Sie, dass es Ihre ist:
${link}

Eine E-Mail an die bisherige Adresse des Kontos enthält einen weiteren Link: Die Adresse wird geändert, wenn beide verwendet wurden. ${life(hours)} Wenn Sie es nicht waren, müssen Sie nichts tun.
`,
    }),

    taken: {
      subject: 'Sie haben bereits ein Konto',
      text: `Jemand möchte einem anderen Konto diese Adresse geben. Sie haben damit bereits ein Konto. Deshalb wurde nichts geändert, und der anderen Person wurde nichts mitgeteilt.

Wenn Sie es waren: Melden Sie sich mit dieser Adresse an, oder geben Sie diesem Konto zuerst eine andere.
`,
    },
  },

  securityChange: (change) => {
    const [subject, sentence] = securityChanges[change];
    return { subject, text: `${sentence}\n\n${advice}\n` };
  },
};

const life = (hours: number) =>
  `Der Link funktioniert einmal, bis ${hours} Stunden nach der Anforderung der Änderung.`;

const advice =
  'Wenn Sie es nicht waren, ändern Sie sofort Ihr Passwort im Adminpanel unter „Konto“ oder wenden Sie sich an den Betreiber der Plattform.';

/** The subject, and what happened. */
const securityChanges: Record<SecurityChange, readonly [subject: string, sentence: string]> = {
  totp_turned_on: [
    'Zwei-Faktor-Authentifizierung wurde eingeschaltet',
    'Ihrem Konto wurde eine Authenticator-App hinzugefügt. Ab jetzt brauchen Sie ihren Code, um sich anzumelden.',
  ],
  totp_turned_off: [
    'Zwei-Faktor-Authentifizierung wurde ausgeschaltet',
    'Die Authenticator-App wurde aus Ihrem Konto entfernt. Sie melden sich wieder ohne Code an.',
  ],
  recovery_codes_made: [
    'Neue Wiederherstellungscodes wurden erstellt',
    'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die alten funktionieren nicht mehr.',
  ],
  recovery_code_used: [
    'Ein Wiederherstellungscode wurde verwendet',
    'Jemand hat sich mit einem Ihrer Wiederherstellungscodes in Ihrem Konto angemeldet. Er funktioniert kein zweites Mal.',
  ],
  passkey_added: [
    'Ein Passkey wurde hinzugefügt',
    'Ihrem Konto wurde ein Passkey hinzugefügt. Er meldet ohne Ihr Passwort an.',
  ],
  passkey_removed: ['Ein Passkey wurde entfernt', 'Aus Ihrem Konto wurde ein Passkey entfernt.'],
  email_changed: [
    'Ihre E-Mail-Adresse wurde geändert',
    'Die Änderung der E-Mail-Adresse Ihres Kontos wurde an beiden Adressen bestätigt. Mit dieser hier meldet sich niemand mehr an.',
  ],
  second_factors_reset: [
    'Zwei-Faktor-Authentifizierung wurde zurückgesetzt',
    'Der Betreiber der Plattform hat die Authenticator-App, die Wiederherstellungscodes und alle Passkeys Ihres Kontos entfernt und Sie überall abgemeldet.',
  ],
};
