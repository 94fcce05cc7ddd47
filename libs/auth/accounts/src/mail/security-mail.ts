import type { MailKind } from '@storewright/entities';
import type { MailText } from './mail-transport';

type Change = Exclude<
  MailKind,
  'password_reset' | 'invitation' | 'email_change_current' | 'email_change_new'
>;

/** The subject, and what happened. */
const changes: Record<Change, readonly [subject: string, sentence: string]> = {
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

/** The mail that tells a person of a change of what they sign in with. It has no link: nobody should learn to follow one from such a mail. */
export function securityMail(change: Change, email: string): MailText {
  const [subject, sentence] = changes[change];
  return { to: email, subject, text: `${sentence}\n\n${advice}\n` };
}

export const advice =
  'If it was not you, change your password in the admin panel under Account at once, or ask the operator of the platform.';
