/** The account screen. */
export const account = {
  'account.title': 'Account',
  'account.lead': 'You, and how you sign in.',
  'account.person': 'Person',
  'account.name': 'Name',
  'account.email': 'Email',
  'account.since': 'Since',
  'account.language': 'Language',
  'account.language.lead': 'Of this panel, in this browser.',
  'account.password.title': 'Change password',
  'account.password.lead': 'Every other session of yours ends, on all devices. This one goes on.',
  'account.password.current': 'Current password',
  'account.password.new': 'New password',
  'account.password.rule':
    'At least 8 characters that are hard to guess, such as several words that have nothing to do with each other. Spaces and any script are welcome.',
  'account.password.submit': 'Change password',
  'account.password.done': 'Your password is changed',
  'account.password.missing': 'Enter your current password.',
  'account.password.missingNew': 'Enter a new password.',
  'account.password.limited':
    'Too many wrong passwords. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
} as const;
