import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from 'nx/src/generators/tree';
import { checkFree, checkLibrary } from './checks';
import { edits } from './edits';
import { namesOf } from './names';
import { files, type Plan, planOf } from './plan';

export interface Options {
  name: string;
  /** Name of the library in `libs/shop/`. Defaults to a new library with the name of the resource. */
  lib?: string;
  /** Singular of the resource's name. Required if the plural is irregular. */
  singular?: string;
}

export function makeResource(tree: Tree, { name, lib, singular }: Options): Plan {
  const names = namesOf(name, singular);
  checkFree(tree, names);
  const library = checkLibrary(tree, names, lib);
  const plan = planOf(names, library);
  const template = (file: string) => filled(tree, file, plan.words);
  for (const { path, from } of files(plan)) {
    if (tree.exists(path)) throw new Error(`${name}: ${path} already exists.`);
    tree.write(path, from.map(template).join(''));
  }
  for (const { path, edit } of edits(tree, plan, template)) {
    const text = tree.read(path, 'utf8');
    if (text === null) throw new Error(`${path} is missing, but the generator must add a line to this file.`);
    tree.write(path, edit({ path, text }));
  }
  return plan;
}

function filled({ root }: Tree, file: string, words: Readonly<Record<string, string>>): string {
  const text = readFileSync(join(root, 'tools/generators/templates', `${file}.template`), 'utf8');
  return text.replace(/\{\{(\w+)\}\}/g, (_, word: string) => {
    if (words[word] === undefined)
      throw new Error(`${file}.template contains the unknown placeholder ${word}.`);
    return words[word];
  });
}
