import { checkDeprecation, type Deprecation, deprecationHeaders } from './deprecation';

const docs = 'https://auth.test/docs/errors';
const one: Deprecation = { since: '2026-11-01', sunset: '2027-05-01', instead: 'Use the other one.' };

describe('a deprecation', () => {
  it('is rendered as the headers Deprecation (RFC 9745), Sunset (RFC 8594) and Link', () => {
    expect(deprecationHeaders([one], docs)).toEqual({
      deprecation: '@1793491200',
      sunset: 'Sat, 01 May 2027 00:00:00 GMT',
      link: '<https://auth.test/docs/guides/deprecations>; rel="deprecation"; type="text/html"',
    });
  });

  it('has the earliest dates of all deprecated features in a request, and links to each documentation page', () => {
    const other: Deprecation = { since: '2026-10-01', instead: '', link: 'adr/versioning#x' };
    const headers = deprecationHeaders([one, other, { ...one, sunset: '2028-01-01' }], docs);
    expect(headers).toMatchObject({ deprecation: '@1790812800', sunset: 'Sat, 01 May 2027 00:00:00 GMT' });
    expect(headers['link']!.match(/<[^>]+>/g)).toEqual([
      '<https://auth.test/docs/guides/deprecations>',
      '<https://auth.test/docs/adr/versioning#x>',
    ]);
    expect(deprecationHeaders([other], docs)).not.toHaveProperty('sunset');
  });

  it.each<[string, Deprecation]>([
    ['a date that does not exist', { since: '2026-11-31', instead: '' }],
    ['a date without leading zeros', { since: '2026-1-1', instead: '' }],
    ['a removal before the deprecation', { ...one, sunset: '2026-11-01' }],
  ])('is rejected at startup with %s', (_, deprecation) =>
    expect(() => checkDeprecation('things', deprecation)).toThrow('things'),
  );
});
