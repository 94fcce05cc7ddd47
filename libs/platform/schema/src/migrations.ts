import * as auth from './auth';
import * as shop from './shop';

/**
 * In the order in which they run: by the time at the end of their names, in ms. A migration that has landed is never
 * edited: expand first, contract later.
 */
export const authMigrations = byTime(Object.values(auth));
export const shopMigrations = byTime(Object.values(shop));

function byTime<Migration extends { name: string }>(migrations: Migration[]): Migration[] {
  const time = ({ name }: Migration) => Number(name.slice(-13));
  return migrations.sort((a, b) => time(a) - time(b));
}
