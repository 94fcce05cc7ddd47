import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { read, root } from '@storewright/workspace';

const folder = 'docs/owners';
const texts = join(root, 'apps/admin/src/texts/en');

/** Words in bold that stand for one object of a list instead of a word of the panel. */
const PLACEHOLDERS = ['the app', 'the customer'];

it('documentation for shop owners uses bold only for texts of the admin panel', async () => {
  const panel = new Set<string>();
  for (const file of readdirSync(texts)) {
    const catalogs = (await import(join(texts, file))) as Record<string, Record<string, string>>;
    for (const text of Object.values(catalogs).flatMap((catalog) => Object.values(catalog)))
      panel.add(text.replaceAll(/\{[^}]*\}/g, '…'));
  }
  const words = readdirSync(join(root, folder)).flatMap((page) =>
    [...read(`${folder}/${page}`).matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, bold]) =>
      bold!.split(/\s→\s/).map((word) => ({ page, word: word.replaceAll(/\s+/g, ' ') })),
    ),
  );
  expect(words.length).toBeGreaterThan(100);
  expect(words.filter(({ word }) => !panel.has(word) && !PLACEHOLDERS.includes(word))).toEqual([]);
});
