/** For who has forgotten the password. */
export const passwordReset = {
  'signIn.forgot': 'Forgot your password?',
  'forgot.title': 'Forgot your password?',
  'forgot.lead': 'Enter your email to get a link for a new password.',
  'forgot.submit': 'Send link',
  'forgot.back': 'Back to sign-in',
  'forgot.sent.title': 'Check your email',
  'forgot.sent': 'If there is an account for {email}, a link is on its way.',
  'forgot.sent.lead':
    'It works once, for 30 minutes. If nothing arrives, check your spam folder and the spelling of the address.',
  'forgot.limited': 'Too many attempts. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  'forgot.noMail': 'This platform sends no email. Ask its operator for a new password.',
  'reset.title': 'Set a new password',
  'reset.lead': 'You are signed out everywhere, and sign in with the new password.',
  'reset.submit': 'Set password',
  'reset.done.title': 'Password set',
  'reset.done': 'You are signed out on all devices. Sign in with your new password.',
  'reset.dead.title': 'This link does not work anymore',
  'reset.dead': 'A link works once, for 30 minutes. Request a new one.',
  'reset.dead.again': 'Get a new link',
} as const;
