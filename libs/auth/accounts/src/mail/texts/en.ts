import type { MailTexts, SecurityChange } from './mail-texts';

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

  emailChange: {
    toCurrent: ({ before, after, link, hours }) => ({
      subject: 'Confirm your new email',
      text: `Somebody who is signed in to your account wants to change its email from ${before} to ${after}.

Confirm it here:
${link}

A mail to ${after} has another link: the email is changed when both were used. ${life(hours)}

${advice}
`,
    }),

    toNew: ({ link, hours }) => ({
      subject: 'Confirm your email',
      text: `Somebody wants to sign in with this address from now on.

Confirm that it is yours:
${link}

A mail to the address that the account has now has another link: the email is changed when both were used. ${life(hours)} If it was not you, do nothing.
`,
    }),

    taken: {
      subject: 'You have an account already',
      text: `Somebody wants to give another account this address. You have an account with it already, so nothing was changed, and they were not told.

If it was you: sign in with this address, or give this account another one first.
`,
    },
  },

  securityChange: (change) => {
    const [subject, sentence] = securityChanges[change];
    return { subject, text: `${sentence}\n\n${advice}\n` };
  },
};

const life = (hours: number) => `The link works once, until ${hours} hours after the change was asked for.`;

const advice =
  'If it was not you, change your password in the admin panel under Account at once, or ask the operator of the platform.';

/** The subject, and what happened. */
const securityChanges: Record<SecurityChange, readonly [subject: string, sentence: string]> = {
  totp_turned_on: [
    'Two-factor authentication was turned on',
    'An authenticator app was added to your account. From now on you need its code to sign in.',
  ],
  totp_turned_off: [
    'Two-factor authentication was turned off',
    'The authenticator app was removed from your account. You sign in without a code again.',
  ],
  recovery_codes_made: [
    'New recovery codes were made',
    'New recovery codes were made for your account. The old ones do not work any more.',
  ],
  recovery_code_used: [
    'A recovery code was used',
    'Somebody signed in to your account with one of your recovery codes. It does not work a second time.',
  ],
  passkey_added: [
    'A passkey was added',
    'A passkey was added to your account. It signs in without your password.',
  ],
  passkey_removed: ['A passkey was removed', 'A passkey was removed from your account.'],
  email_changed: [
    'Your email was changed',
    'The change of the email of your account was confirmed at both addresses. This one signs nobody in any more.',
  ],
  second_factors_reset: [
    'Two-factor authentication was reset',
    'The operator of the platform removed the authenticator app, the recovery codes and all passkeys of your account, and signed you out everywhere.',
  ],
};
