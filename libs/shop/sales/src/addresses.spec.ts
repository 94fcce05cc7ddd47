import { Violations } from '@storewright/json-api';
import { checkAddresses } from './addresses';

function faults(address: unknown): string[] {
  const violations = new Violations();
  checkAddresses({ home: address }, violations, '/a');
  return violations.errors.map(({ code, source }) => `${code} ${(source as { pointer: string }).pointer}`);
}

describe('address attribute', () => {
  it('accepts an object with strings and nulls, and accepts null instead of an object', () => {
    for (const address of [
      {},
      { city: 'Köln', line2: null, country_code: 'DE' },
      null,
      undefined,
      'no object',
    ])
      expect(faults(address)).toEqual([]);
  });

  it('rejects unknown members and text that Postgres cannot store', () => {
    expect(faults({ 'pla/net': 'Earth', __proto__x: 1 })).toEqual([
      'unknown_attribute /a/home/pla~1net',
      'unknown_attribute /a/home/__proto__x',
    ]);
    const unfit = { city: 'x'.repeat(256), line1: '\0', line2: '\ud800', phone: 1, country_code: 'de' };
    expect(faults(unfit)).toEqual(Object.keys(unfit).map((name) => `invalid_attribute /a/home/${name}`));
    expect(faults({ city: '😀'.repeat(255) })).toEqual([]);
  });
});
