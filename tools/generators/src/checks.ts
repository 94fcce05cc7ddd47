import type { Tree } from 'nx/src/generators/tree';
import type { Names } from './names';

export interface Library {
  name: string;
  isNew: boolean;
}

const kebabCase = /^[a-z]{2,}(?:-[a-z]+)*$/;

/** Throws if the name of the new resource is already the name of a resource, table or route. */
export function checkFree(tree: Tree, { type }: Names): void {
  const text = (path: string) => tree.read(path, 'utf8') ?? '';
  if (type.startsWith('webhook_'))
    throw new Error(
      `${type}: names that begin with webhook_ are reserved for webhook resources. Choose another name.`,
    );
  const signs: [path: string, sign: RegExp][] = [
    ...filesBelow(tree, 'libs', /\.scopes\.ts$/).map((path): [string, RegExp] => [
      path,
      new RegExp(`\\btype: '${type}'`),
    ]),
    ...filesBelow(tree, 'libs', /\/migrations\/.*\.sql$/).map((path): [string, RegExp] => [
      path,
      new RegExp(`CREATE TABLE \\w+\\.${type} `),
    ]),
    ...filesBelow(tree, 'libs', /\.(?:resource|controller)\.ts$/).map((path): [string, RegExp] => [
      path,
      new RegExp(`\\btype: '${type}'|\\bapi/${type}\\b`),
    ]),
  ];
  const found = signs.find(([path, sign]) => sign.test(text(path)));
  if (found) throw new Error(`${type}: ${found[0]} already uses this name.`);
}

/**
 * Returns the library for the new resource. Throws if the library's name is invalid or taken. `given` is the
 * value of --lib.
 */
export function checkLibrary(tree: Tree, { type, file }: Names, given?: string): Library {
  const name = given ?? file;
  const folder = `libs/shop/${name}`;
  if (!kebabCase.test(name)) throw new Error(`--lib=${name} must be lower-case words joined by -.`);
  if (!tree.exists(folder)) {
    const parents = ['apps', 'tools', ...tree.children('libs').map((layer) => `libs/${layer}`)];
    const other = parents.map((parent) => `${parent}/${name}`).find((path) => tree.exists(path));
    if (other) throw new Error(`${type}: the project ${other} already has the name of the new library.`);
    if (tree.read('tsconfig.base.json', 'utf8')?.includes(`"@storewright/${name}"`))
      throw new Error(`tsconfig.base.json: @storewright/${name} is taken.`);
    return { name, isNew: true };
  }
  if (!given) throw new Error(`${type}: ${folder} exists. To add the resource to it, use --lib=${name}.`);
  return { name, isNew: false };
}

function filesBelow(tree: Tree, folder: string, name: RegExp): string[] {
  return tree.children(folder).flatMap((child) => {
    const path = `${folder}/${child}`;
    if (!tree.isFile(path)) return filesBelow(tree, path, name);
    return name.test(path) ? [path] : [];
  });
}
