import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Conformance } from '@storewright/conformance';

const folder = resolve(__dirname, '../../../../libs/shop');

/** The demo store is made of the others' resources, and has none. */
function hasResources(name: string): boolean {
  const file = join(folder, name, 'project.json');
  if (!existsSync(file)) return false;
  return (JSON.parse(readFileSync(file, 'utf8')) as { tags: string[] }).tags.includes('type:resource');
}

/** A new one is found without being named here. */
export const librariesWithResources = readdirSync(folder).filter(hasResources);

/** What each library of `libs/shop` is held to. One that does not say it fails. */
export function librariesOfShop(): Promise<Conformance[]> {
  return Promise.all(librariesWithResources.map(conformanceOf));
}

export async function conformanceOf(library: string): Promise<Conformance> {
  const { conformance } = (await import(`@storewright/${library}/testing`)) as { conformance: Conformance };
  return conformance;
}
