/** Texts of Settings → General. */
export const general = {
  'general.title': 'General',
  'general.lead': 'What your shop is called, and in which time zone it counts its days.',
  'general.shop': 'Shop',
  'general.name': 'Name',
  'general.zone': 'Time zone',
  'general.zone.lead': 'Everybody in this shop sees times in it, and statistics count its days.',
  'general.currency': 'Default currency',
  'general.currency.lead':
    'New prices and codes use it unless they have a currency of their own. Existing prices stay.',
  'general.factor': 'Second factor',
  'general.factor.lead': 'An authenticator app protects the shop if a password leaks.',
  'general.factor.required': 'Required of all members',
  'general.factor.optional': 'Optional',
  'general.factor.require': 'Require of all members',
  'general.factor.require.title': 'Require a second factor of all members?',
  'general.factor.require.text':
    'Members without one are locked out of this shop until they set one up in their account.',
  'general.factor.require.done': 'A second factor is required now',
  'general.factor.waive': 'Make optional',
  'general.factor.waive.title': 'Make the second factor optional?',
  'general.factor.waive.text':
    'Members can then use this shop with a password alone. Owners get an email about it.',
  'general.factor.waive.done': 'The second factor is optional now',
  'general.factor.own': 'Set up a second factor in your own account first.',
  'general.addresses': 'Addresses',
  'general.addresses.lead': 'They stay as they are.',
  'general.address.panel': 'Panel',
  'general.address.api': 'API',
} as const;
