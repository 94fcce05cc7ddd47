import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Conformance } from '@storewright/conformance';

const folder = resolve(__dirname, '../../../../libs/shop');

/** What each library of `libs/shop` is held to. A new one is found without being named here; one that does not say it fails. */
export function librariesOfShop(): Promise<Conformance[]> {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Promise.all(
    names.map(async ({ name }) => {
      const { conformance } = (await import(`@storewright/${name}/testing`)) as { conformance: Conformance };
      return conformance;
    }),
  );
}
