import fc from 'fast-check';
import { fateOfNumber, sendableNumber } from './numbers';

describe('fateOfNumber and sendableNumber', () => {
  it.each([
    '0',
    '-0',
    '5',
    '1.10',
    '1e2',
    '100e-2',
    '0.1',
    '-3.25',
    '9007199254740991',
    '1e20',
    '5e-324',
    '1.7976931348623157e308',
  ])('fateOfNumber returns exact for the JSON number %s', (literal) =>
    expect(fateOfNumber(literal)).toEqual({ kind: 'exact' }),
  );

  it.each([
    ...['9007199254740992', '-9007199254740993', '100000000000000000000', '1e309'],
    ...['9007199254740993.0', '9007199254740993e0', '900719925474099300e-2', '123456789012345678.5'],
    ...['9007199254740991.2', '1.23456789012345678901e25'],
  ])('fateOfNumber returns refused for the JSON number %s', (literal) =>
    expect(fateOfNumber(literal)).toEqual({ kind: 'refused' }),
  );

  it.each([
    ['0.1000000000000000055511151231257827', '0.1'],
    ['3.14159265358979323846', '3.141592653589793'],
    ['9007199254740990.9', '9007199254740991'],
    ['1e-400', '0'],
  ])('fateOfNumber returns for the JSON number %s the rounded number %s', (literal, kept) =>
    expect(fateOfNumber(literal)).toEqual({ kind: 'rounded', kept }),
  );

  it('sendableNumber formats every double as a JSON number that the API stores exactly', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const literal = sendableNumber(JSON.stringify(value));
        expect([literal, fateOfNumber(literal), Number(literal)]).toEqual([
          literal,
          { kind: 'exact' },
          value === 0 ? 0 : value,
        ]);
      }),
    );
  });

  it('sendableNumber formats large numbers from responses with an exponent', () => {
    expect(['100000000000000000000', '12', '-123456789012345680000'].map(sendableNumber)).toEqual([
      '1e+20',
      '12',
      '-1.2345678901234568e+20',
    ]);
  });
});
