import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { authMigrations, shopMigrations } from './migrations';

const names = [...authMigrations, ...shopMigrations].map(({ name }) => name);
const times = names.map((name) => name.slice(-13));

describe('migrations', () => {
  it.each([
    ['auth', authMigrations],
    ['shop', shopMigrations],
  ])('of %s are those of the files in its folder', (schema, migrations) => {
    const files = readdirSync(resolve(__dirname, schema)).filter(
      (file) => file !== 'index.ts' && !file.endsWith('.spec.ts'),
    );
    expect(migrations.map(({ name }) => `${kebab(name.slice(0, -13))}.ts`).sort()).toEqual(files.sort());
  });

  it('end with the time at which they were made, in ms, each with its own', () => {
    expect(names.filter((name) => !/^[A-Z][A-Za-z]*\d{13}$/.test(name))).toEqual([]);
    expect(times.filter((time, at) => times.indexOf(time) !== at)).toEqual([]);
  });

  it('run in the order of their times', () => {
    const names = shopMigrations.map(({ name }) => name);
    expect(names.indexOf('CreateMeta1700000100000')).toBe(0);
    expect(names.indexOf('CreateSales1700001300000')).toBeGreaterThan(
      names.indexOf('CreateCatalog1700001200000'),
    );
  });
});

const kebab = (name: string) => name.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
