import type { Installation } from '../../api/installations';
import { connectionOf, limitIn } from './installation';

type Attributes = Installation['attributes'];

const states: [Attributes['status'], Attributes['token_status'], Attributes['nonce_status'], string][] = [
  ['installed', 'pending', 'waiting', 'waiting'],
  ['installed', 'active', 'waiting', 'waiting'],
  ['installed', 'active', 'exchanged', 'exchanged'],
  ['installed', 'active', null, 'exchanged'],
  ['installed', 'active', 'expired', 'kept'],
  ['installed', 'pending', 'expired', 'expired'],
  ['installed', null, null, 'expired'],
  ['installed', 'revoked', 'exchanged', 'revoked'],
  ['uninstalled', 'revoked', 'exchanged', 'uninstalled'],
  ['uninstalled', 'pending', 'waiting', 'uninstalled'],
];

it.each(states)(
  'connectionOf: status %s, token %s and nonce %s mean %s',
  (status, token_status, nonce_status, expected) => {
    const attributes = { status, token_status, nonce_status } as Attributes;
    expect(connectionOf({ attributes })).toBe(expected);
  },
);

it.each([
  ['', null],
  ['  ', null],
  [' 500 ', 500],
  ['10,000', '10,000'],
  ['-1', '-1'],
  ['1e3', '1e3'],
])(
  'limitIn converts the field text %p to the limit %p, so that the API rejects other text',
  (text, limit) => {
    expect(limitIn(text)).toBe(limit);
  },
);
