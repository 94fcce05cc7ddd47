import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from 'nx/src/generators/tree';
import { checkFree, checkLibrary } from './checks';
import { edits } from './edits';
import { namesOf } from './names';
import { files, type Plan, planOf } from './plan';

export interface Options {
  /** The JSON:API type. */
  name: string;
  /** The library below `libs/shop/`; by default a new one that is called like the type. */
  lib?: string;
  /** One of them, where English is irregular. */
  singular?: string;
}

/** The resource in the tree, not formatted yet. */
export function makeResource(tree: Tree, { name, lib, singular }: Options): Plan {
  const names = namesOf(name, singular);
  checkFree(tree, names);
  const library = checkLibrary(tree, names, lib);
  const plan = planOf(names, library);
  const template = (file: string) => filled(tree, file, plan.words);
  for (const { path, from } of files(plan)) {
    if (tree.exists(path)) throw new Error(`${name}: ${path} is there already.`);
    tree.write(path, from.map(template).join(''));
  }
  for (const { path, edit } of edits(tree, plan, template)) {
    const text = tree.read(path, 'utf8');
    if (text === null) throw new Error(`${path} is not there: the generator adds a line to it.`);
    tree.write(path, edit({ path, text }));
  }
  return plan;
}

/** A file of `templates`, with the words in place of `{{…}}`. */
function filled({ root }: Tree, file: string, words: Readonly<Record<string, string>>): string {
  const text = readFileSync(join(root, 'tools/generators/templates', `${file}.template`), 'utf8');
  return text.replace(/\{\{(\w+)\}\}/g, (_, word: string) => {
    if (words[word] === undefined) throw new Error(`${file}.template: nobody knows what ${word} is.`);
    return words[word];
  });
}
