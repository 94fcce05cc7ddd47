import fc from 'fast-check';
import { isKeptNumber, textsAndNumbers, withLostNumbersMarked } from './json-number';

describe('isKeptNumber', () => {
  it.each([
    ...[
      '0',
      '-0',
      '0.1',
      '1E5',
      '1e-300',
      '5e-324',
      '1e-400',
      '0e99999999999999999999',
      '1.0',
      '0.1e-99999999999999999999',
    ],
    ...[
      '9007199254740991',
      '-9007199254740991',
      '9007199254740991.0',
      '9007199254740991e0',
      '900719925474099100e-2',
    ],
    ...[
      '9007199254740990.9',
      '90071992547409905e-1',
      '0.1000000000000000055511151231257827',
      '3.14159265358979323846',
    ],
    ...[
      '1e16',
      '1e300',
      '1.5e300',
      '-1e300',
      '1.7976931348623157e308',
      '9007199254740992.0',
      '9007199254740994e0',
      '123456789012345680.0',
    ],
  ])('accepts %s', (literal) => {
    expect(isKeptNumber(literal)).toBe(true);
  });

  it.each([
    ...[
      '9007199254740992',
      '-9007199254740992',
      '9007199254740993',
      '100000000000000000000',
      '1'.repeat(400),
    ],
    ...[
      '9007199254740993.0',
      '9007199254740993e0',
      '9007199254740993E+0',
      '900719925474099300e-2',
      '9007199254740993000e-3',
    ],
    ...[
      '0.9007199254740993e16',
      '-9007199254740993.0',
      '9007199254740991.2',
      '9007199254740991.5',
      '90071992547409911e-1',
    ],
    ...[
      '123456789012345678.5',
      '1234567890123456789e3',
      '1.23456789012345678901e25',
      '1e400',
      '-1e400',
      '1e99999999999999999999',
    ],
    '9007199254740991.' + '0'.repeat(400) + '1',
  ])('rejects %s', (literal) => {
    expect(isKeptNumber(literal)).toBe(false);
  });

  it('accepts every number that JavaScript prints, except integers beyond ±(2^53 − 1)', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const literal = String(value);
        const isLong = /^-?\d+$/.test(literal) && !Number.isSafeInteger(value);
        expect(isKeptNumber(literal)).toBe(!isLong);
        expect(isKeptNumber(value.toExponential())).toBe(true);
      }),
    );
  });

  it('accepts a number beyond 2^53 − 1 only if JavaScript prints the same digits', () => {
    const digits = fc.bigInt({ min: 2n ** 53n, max: 10n ** 30n });
    fc.assert(
      fc.property(digits, fc.nat(30), fc.boolean(), (whole, shift, negative) => {
        const sign = negative ? '-' : '';
        const comesBack = isPrinted(whole);
        const text = String(whole);
        for (const literal of [
          `${text}.0`,
          `${text}e0`,
          `${text}${'0'.repeat(shift)}e-${shift}`,
          `0.${text}e${text.length}`,
        ])
          expect([literal, isKeptNumber(sign + literal)]).toEqual([literal, comesBack]);
      }),
      // Not a double, but every client prints the power of ten as it was sent.
      { examples: [[10n ** 30n, 0, false]] },
    );
  });
});

/** True if JavaScript prints the double with these digits. */
const isPrinted = (whole: bigint) => {
  const printed = Number(whole)
    .toExponential()
    .replace(/e.*|\./g, '');
  return String(whole).replace(/0+$/, '') === printed.replace(/0+$/, '');
};

describe('withLostNumbersMarked', () => {
  it('replaces numbers that the API rejects, but leaves strings unchanged', () => {
    const source =
      '{"9007199254740993":"1e400 \\" 9007199254740993","a":[1e16,9007199254740993, ' +
      '-1e400],"b":0.12345678901234567890}';
    expect(JSON.parse(withLostNumbersMarked(source)!)).toEqual({
      '9007199254740993': '1e400 " 9007199254740993',
      a: [1e16, '', ''],
      b: 0.1234567890123456789,
    });
  });

  it('scans a string or number of a million characters with a single regular expression match', () => {
    const long = [
      '9'.repeat(1_000_000),
      `0.${'9'.repeat(1_000_000)}`,
      `-1${'0'.repeat(999_998)}1E-5`,
      `"${'\\"'.repeat(500_000)}"`,
      `"${'9'.repeat(1_000_000)}"`,
    ];
    for (const each of long) {
      const steps = `[ ${each} ]`.match(textsAndNumbers)!;
      expect(steps.map(({ length }) => length)).toEqual([each.length]);
    }
    const many = '{"a":[1,-2.5e3,{"b\\\\":"c"},true,null,""],"d":0}';
    expect(many.match(textsAndNumbers)).toEqual(['"a"', '1', '-2.5e3', '"b\\\\"', '"c"', '""', '"d"', '0']);
  });

  it('returns undefined if a double can represent every number', () => {
    expect(withLostNumbersMarked('{"a":[1,2.5,1e300,"9007199254740993"]}')).toBeUndefined();
  });
});
