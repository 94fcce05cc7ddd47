import { enNotices } from './en-notices';
import type { MailTexts } from './mail-texts';

export const en: MailTexts = {
  passwordReset: ({ link, minutes }) => ({
    subject: 'Set a new password',
    text: `Somebody has asked for a new password for your account.

Set it here:
${link}

The link works once, for ${minutes} minutes. If it was not you, do nothing: your password stays as it is.
`,
  }),

  invitation: ({ shop, link, days }) => ({
    subject: `Join ${shop}`,
    text: `You are invited to work on the shop ${shop}.

Accept the invitation here:
${link}

The link works once, for ${days} days. If you do not know this shop, do nothing.
`,
  }),

  deprecation: ({ app, deprecations, link }) => ({
    subject: `Your app ${app} uses deprecated features of the API`,
    text: `The contract or the requests of your app ${app} use these features:

${deprecations
  .map(
    ({ feature, since, sunset, instead }) =>
      `${feature}: deprecated since ${since}, ${sunset ? `will be removed on ${sunset} at the earliest` : 'removal not decided'}. ${instead}`,
  )
  .join('\n')}

The API changelog has the details:
${link}

Change the app, then publish its contract again. The admin panel shows the deprecated requests of the app by shop. You get this mail once for each feature.
`,
  }),

  notification: {
    permissions_requested: ({ app, shop, link, settings }) => ({
      subject: `The app ${app} requests more permissions in ${shop}`,
      text: `The app ${app} requests permissions that the shop ${shop} has not granted. Nothing changes until somebody agrees.

Review the request:
${link}

${mailChoice(settings)}
`,
    }),

    webhooks_failing: ({ app, shop, link, settings }) => ({
      subject: `The webhooks of the app ${app} fail in ${shop}`,
      text: `The app ${app} has not accepted events of the shop ${shop} for an hour. The events are stored and sent again until the app accepts them.

See what failed:
${link}

${mailChoice(settings)}
`,
    }),

    webhooks_paused: ({ app, shop, link, settings }) => ({
      subject: `The app ${app} does not receive events of ${shop}`,
      text: `The app ${app} was unreachable for a long time, so the delivery of events of the shop ${shop} is paused. The events are stored and follow when the app is reachable again.

See what failed:
${link}

${mailChoice(settings)}
`,
    }),

    events_lost: ({ app, shop, link, settings }) => ({
      subject: `The app ${app} lost events of ${shop}`,
      text: `The app ${app} was unreachable until the oldest events of the shop ${shop} were deleted. The app will not receive these events.

See the state of the app:
${link}

${mailChoice(settings)}
`,
    }),

    proposal_created: ({ app, shop, link, settings }) => ({
      subject: `The app ${app} asks you to approve a change in ${shop}`,
      text: `The app ${app} proposes a change in the shop ${shop}. Nothing changes until a member of the shop approves it. Without a decision, the proposal expires 24 hours after it was made.

Sign in to see the change, and approve or decline it:
${link}

You get at most one such mail per hour. The admin panel lists all proposals under Proposed changes.

${mailChoice(settings)}
`,
    }),
  },

  emailChange: {
    toCurrent: ({ before, after, link, hours }) => ({
      subject: 'Confirm your new email',
      text: `Somebody who is signed in to your account wants to change its email from ${before} to ${after}.

Confirm it here:
${link}

A mail to ${after} has another link: the email is changed when both were used. ${life(hours)}

${enNotices.personAdvice}
`,
    }),

    toNew: ({ link, hours }) => ({
      subject: 'Confirm your email',
      text: `Somebody wants to use this address to sign in to an account.

Confirm that it is your address:
${link}

Another link was sent to the current address of the account. The address changes when both links have been used. ${life(hours)} If it was not you, do nothing.
`,
    }),

    taken: {
      subject: 'You have an account already',
      text: `Somebody tried to use this email address for another account. Nothing was changed, because your account already uses this address. We did not reveal your account to the other person.

If it was you, sign in with this address. To use the address for the other account, first change the email address of this account.
`,
    },
  },
};

const mailChoice = (settings: string) => `Choose which notifications you get by mail:\n${settings}`;
const life = (hours: number) => `The link works once, until ${hours} hours after the change was requested.`;
