import { deNotices } from './de-notices';
import type { MailTexts } from './mail-texts';

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

  deprecation: ({ app, deprecations, link }) => ({
    subject: `Ihre App ${app} verwendet veraltete Funktionen der API`,
    text: `Der Vertrag oder die Anfragen Ihrer App ${app} verwenden diese Funktionen:

${deprecations
  .map(
    ({ feature, since, sunset, instead }) =>
      `${feature}: veraltet seit ${since}, ${sunset ? `wird frühestens am ${sunset} entfernt` : 'Entfernung nicht entschieden'}. ${instead}`,
  )
  .join('\n')}

Einzelheiten stehen im Änderungsverzeichnis der API:
${link}

Ändern Sie die App und veröffentlichen Sie ihren Vertrag erneut. Das Adminpanel zeigt die veralteten Anfragen der App nach Shop. Sie erhalten diese E-Mail einmal je Funktion.
`,
  }),

  notification: {
    permissions_requested: ({ app, shop, link, settings }) => ({
      subject: `Die App ${app} verlangt mehr Berechtigungen in ${shop}`,
      text: `Die App ${app} verlangt Berechtigungen, die der Shop ${shop} nicht erteilt hat. Bis jemand zustimmt, ändert sich nichts.

Prüfen Sie die Anfrage:
${link}

${mailChoice(settings)}
`,
    }),

    webhooks_failing: ({ app, shop, link, settings }) => ({
      subject: `Die Webhooks der App ${app} schlagen in ${shop} fehl`,
      text: `Die App ${app} nimmt seit einer Stunde keine Ereignisse des Shops ${shop} an. Die Ereignisse sind gespeichert und werden erneut gesendet, bis die App sie annimmt.

Sehen Sie, was fehlgeschlagen ist:
${link}

${mailChoice(settings)}
`,
    }),

    webhooks_paused: ({ app, shop, link, settings }) => ({
      subject: `Die App ${app} empfängt keine Ereignisse von ${shop}`,
      text: `Die App ${app} war lange nicht erreichbar. Die Zustellung von Ereignissen des Shops ${shop} ist deshalb pausiert. Die Ereignisse sind gespeichert und folgen, sobald die App wieder erreichbar ist.

Sehen Sie, was fehlgeschlagen ist:
${link}

${mailChoice(settings)}
`,
    }),

    events_lost: ({ app, shop, link, settings }) => ({
      subject: `Die App ${app} hat Ereignisse von ${shop} verloren`,
      text: `Die App ${app} war so lange nicht erreichbar, dass die ältesten Ereignisse des Shops ${shop} gelöscht wurden. Die App empfängt diese Ereignisse nicht mehr.

Sehen Sie den Stand der App:
${link}

${mailChoice(settings)}
`,
    }),

    proposal_created: ({ app, shop, link, settings }) => ({
      subject: `Die App ${app} bittet um Freigabe einer Änderung in ${shop}`,
      text: `Die App ${app} schlägt eine Änderung im Shop ${shop} vor. Bis ein Mitglied des Shops sie freigibt, ändert sich nichts. Ohne Entscheidung verfällt der Vorschlag 24 Stunden, nachdem er gemacht wurde.

Melden Sie sich an, um die Änderung zu sehen und freizugeben oder abzulehnen:
${link}

Sie erhalten höchstens eine solche E-Mail pro Stunde. Das Adminpanel zeigt alle Vorschläge unter „Vorgeschlagene Änderungen“.

${mailChoice(settings)}
`,
    }),
  },

  emailChange: {
    toCurrent: ({ before, after, link, hours }) => ({
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      text: `Jemand, der in Ihrem Konto angemeldet ist, möchte dessen E-Mail-Adresse von ${before} in ${after} ändern.

Bestätigen Sie das hier:
${link}

Eine E-Mail an ${after} enthält einen weiteren Link: Die Adresse wird geändert, wenn beide verwendet wurden. ${life(hours)}

${deNotices.personAdvice}
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
};

const mailChoice = (settings: string) =>
  `Wählen Sie, welche Benachrichtigungen Sie per E-Mail erhalten:\n${settings}`;
const life = (hours: number) =>
  `Der Link funktioniert einmal, bis ${hours} Stunden nach der Anforderung der Änderung.`;
