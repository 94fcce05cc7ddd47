import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Conformance } from '@storewright/conformance';

const folder = resolve(__dirname, '../../../../libs/shop');

/** What each library of `libs/shop` is held to. A new one is found without being named here; one that does not say it fails. */
export function librariesOfShop(): Promise<Conformance[]> {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'project.json')));
  return Promise.all(
    names.map(async (name) => {
      const { conformance } = (await import(`@storewright/${name}/testing`)) as { conformance: Conformance };
      return conformance;
    }),
  );
}
