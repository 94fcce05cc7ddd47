import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Conformance } from '@storewright/conformance';

const folder = resolve(__dirname, '../../../../libs/shop');

/** Excludes the demo store, because its library declares no resources. */
function hasResources(name: string): boolean {
  const file = join(folder, name, 'project.json');
  if (!existsSync(file)) return false;
  return (JSON.parse(readFileSync(file, 'utf8')) as { tags: string[] }).tags.includes('type:resource');
}

/** Lists libraries by folder, so that a new library needs no registration. */
export const librariesWithResources = readdirSync(folder).filter(hasResources);

/** Loads the conformance samples of all libraries in `libs/shop`. Fails if a library has no samples. */
export function librariesOfShop(): Promise<Conformance[]> {
  return Promise.all(librariesWithResources.map(conformanceOf));
}

export async function conformanceOf(library: string): Promise<Conformance> {
  const { conformance } = (await import(`@storewright/${library}/testing`)) as { conformance: Conformance };
  return conformance;
}
