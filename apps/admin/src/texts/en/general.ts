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
  'general.addresses': 'Addresses',
  'general.addresses.lead': 'They stay as they are.',
  'general.address.panel': 'Panel',
  'general.address.api': 'API',
} as const;
