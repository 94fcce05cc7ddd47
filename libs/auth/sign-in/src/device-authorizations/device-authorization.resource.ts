import { Description, describeResource, IsText } from '@storewright/json-api';

class UserCode {
  @IsText(1, 40)
  @Description('Code that the command line shows, such as BCDF-GHJK. Case and hyphens are ignored.')
  user_code: string;
}

const asking = {
  described: {
    purpose: {
      description:
        'sign_in if a program requests a sign-in. confirmation if a signed-in device needs confirmation of a command.',
      values: ['sign_in', 'confirmation'],
    },
    command: {
      description: 'Command to confirm, as reported by the program. null for a sign-in.',
      isNullable: true,
    },
    device_name: {
      description: 'Device name, as reported by the program. null if it reported none.',
      isNullable: true,
    },
    program: {
      description: 'Name of the program that requested the sign-in or the confirmation. null if unknown.',
      isNullable: true,
    },
    system: { description: 'Operating system of the device. null if unknown.', isNullable: true },
    address: { description: 'IP address of the program.' },
    network: {
      description: 'Network of the program’s IP address: an IPv4 /24 or an IPv6 /48.',
      isNullable: true,
    },
    is_same_network: {
      description: 'Whether the current request comes from the same network as the device.',
    },
    created_at: { description: 'Time at which the program requested the sign-in or the confirmation.' },
    expires_at: { description: 'Time until which the person can allow or deny the request.' },
  },
  attributes: {
    purpose: 'string',
    command: 'string',
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
  description: 'A program that shows a user code and waits until a person allows or denies it.',
  path: '/api/device_lookups',
});

export const allowedDevices = describeResource({
  ...asking,
  type: 'allowed_devices',
  description:
    'A program whose sign-in was allowed, or whose command was confirmed. After a sign-in the program gets a ' +
    'session of the person, limited to the routes of the command line. After a confirmation its session counts as ' +
    'recently authenticated for ten minutes.',
  path: '/api/allowed_devices',
});

export const deniedDevices = describeResource({
  ...asking,
  type: 'denied_devices',
  description: 'A program whose sign-in or command was denied.',
  path: '/api/denied_devices',
});
