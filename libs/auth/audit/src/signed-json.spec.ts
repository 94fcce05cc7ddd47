import { auditKeys } from './chain/audit-keys';
import { openJson, signJson } from './signed-json';

const keys = auditKeys([Buffer.alloc(32, 1)]);
const typ = 'erasure-certificate+jws';
const jws = signJson(keys, typ, { b: 1, a: 'Zoë' });

describe('openJson', () => {
  it('returns the content of a JWS with a valid signature', () => {
    expect(openJson(keys, typ, jws)).toEqual({ a: 'Zoë', b: 1 });
  });

  it('rejects changed content, a different type, an unknown key and text that is not a JWS', () => {
    const [header, , signature] = jws.split('.');
    const changed = [header, Buffer.from('{"a":"Zoë","b":2}').toString('base64url'), signature].join('.');
    expect(openJson(keys, typ, changed)).toBe('invalid');
    expect(openJson(keys, 'audit-head+jws', jws)).toBe('invalid');
    expect(openJson(keys, typ, 'no signature')).toBe('invalid');
    expect(openJson(auditKeys([Buffer.alloc(32, 2)]), typ, jws)).toBe('unknown_key');
  });
});
