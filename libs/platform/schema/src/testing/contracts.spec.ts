import { contractRefusal } from './contracts';

const broken = ['no longer: shop.notes has color text'];
const drop = 'ALTER TABLE shop.notes DROP COLUMN color;';
const migration = (sql: string) => ({ name: 'DropColor1800000000000', sql });

describe('contractRefusal', () => {
  it('returns undefined for a migration that breaks no query of the previous release', () =>
    expect(contractRefusal(migration(drop), [], [])).toBeUndefined());

  it('returns a reason for a migration that drops a column and names no release', () =>
    expect(contractRefusal(migration(drop), broken, ['v1.2.0'])).toMatch(
      /^DropColor1800000000000 breaks processes of the previous release: no longer: shop\.notes has color text\. Expand first\./,
    ));

  it('returns a reason for a migration that names a release without a tag', () =>
    expect(contractRefusal(migration(`-- Contracts after v1.3.0\n${drop}`), broken, ['v1.2.0'])).toBe(
      'Migration DropColor1800000000000 names the release v1.3.0, which has no tag yet. Land it after that release.',
    ));

  it('returns undefined for a migration that drops a column after a tagged release that it names', () => {
    expect(
      contractRefusal(migration(`-- Contracts after v1.2.0\n${drop}`), broken, ['v1.2.0']),
    ).toBeUndefined();
    const ofClass = { name: 'DropColor1800000000000', contractsAfter: 'v1.2.0' };
    expect(contractRefusal(ofClass, broken, ['v1.3.0', 'v1.2.0'])).toBeUndefined();
  });
});
