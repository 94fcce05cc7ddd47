export const networks = {
  'networks.label': 'Allowed networks (optional)',
  'networks.description':
    'The token works only from these addresses or networks, such as 203.0.113.0/24, one per line. If empty, it works ' +
    'from everywhere.',
  'networks.outside':
    'Your own address {address} is outside of these networks. Requests from this computer will be refused.',
} as const;
