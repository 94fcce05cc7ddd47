import { Description, describeResource, IsText } from '@storewright/json-api';

class UserCode {
  /** As the program shows it, in whatever case and with or without the hyphen. */
  @IsText(1, 40)
  @Description('Code that the command line shows, such as BCDF-GHJK. Case and hyphens do not matter.')
  user_code: string;
}

const asking = {
  described: {
    device_name: { description: 'What the program calls its machine: its own words.', isNullable: true },
    program: { description: 'What the program calls itself, as far as that is known.', isNullable: true },
    system: { description: 'The operating system, as far as that is known.', isNullable: true },
    address: { description: 'From where it asks.' },
    network: {
      description: 'The network of that address: the /24 of IPv4, the /48 of IPv6.',
      isNullable: true,
    },
    is_same_network: { description: 'Whether that is the network of this request.' },
    created_at: { description: 'Since when it asks.' },
    expires_at: { description: 'Until when it can be let in.' },
  },
  attributes: {
    device_name: 'string',
    program: 'string',
    system: 'string',
    address: 'string',
    network: 'string',
    is_same_network: 'boolean',
    created_at: 'timestamp',
    expires_at: 'timestamp',
  },
  create: UserCode,
} as const;

export type AboutUserCode = UserCode;

export const deviceLookups = describeResource({
  ...asking,
  type: 'device_lookups',
  description: 'The program that shows a user code and waits to be let in. Looking changes nothing.',
  path: '/api/device_lookups',
});

export const allowedDevices = describeResource({
  ...asking,
  type: 'allowed_devices',
  description: 'A program that is let in: it gets a session of the person, for what the command line needs.',
  path: '/api/allowed_devices',
});

export const deniedDevices = describeResource({
  ...asking,
  type: 'denied_devices',
  description: 'A program that is not let in.',
  path: '/api/denied_devices',
});
