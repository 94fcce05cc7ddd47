/** The account screen. */
export const account = {
  'account.title': 'Account',
  'account.lead': 'Your name, sign-in and security.',
  'account.person': 'Person',
  'account.name': 'Name',
  'account.email': 'Email',
  'account.since': 'Joined',
  'account.language': 'Language',
  'account.language.lead': 'Language of the admin panel in this browser.',
  'account.password.title': 'Change password',
  'account.password.lead': 'You are signed out on all other devices.',
  'account.password.current': 'Current password',
  'account.password.new': 'New password',
  'account.password.rule':
    'At least 8 characters that are hard to guess, such as several unrelated words. Spaces and any script are allowed.',
  'account.password.submit': 'Change password',
  'account.password.done': 'Password changed',
  'account.password.missing': 'Enter your current password.',
  'account.password.missingNew': 'Enter a new password.',
  'account.password.limited':
    'Too many wrong passwords. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
} as const;
