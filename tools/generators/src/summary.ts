import type { Tree } from 'nx/src/generators/tree';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from './plan';

/**
 * Formats the size of the pending changes in the Nx tree, such as `12 new files of 180 lines, 6 edits of 25
 * lines`.
 */
export function sizeOf(tree: Tree): string {
  const sizes = { CREATE: { files: 0, lines: 0 }, UPDATE: { files: 0, lines: 0 } };
  for (const { type, path, content } of tree.listChanges()) {
    if (type === 'DELETE') continue;
    const before = type === 'UPDATE' ? linesOf(readFileSync(join(tree.root, path), 'utf8')) : [];
    sizes[type].files += 1;
    sizes[type].lines += newLines(before, linesOf(content!.toString()));
  }
  const { CREATE: made, UPDATE: edited } = sizes;
  return `${made.files} new files of ${made.lines} lines, ${edited.files} edits of ${edited.lines} lines`;
}

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n');

/**
 * Returns the number of lines that `git diff` would count as added: the lines of `after` outside the longest
 * common subsequence with `before`.
 */
function newLines(before: readonly string[], after: readonly string[]): number {
  let common = Array.from({ length: after.length + 1 }, () => 0);
  for (const line of before) {
    const next = [0];
    after.forEach((each, at) =>
      next.push(each === line ? common[at]! + 1 : Math.max(common[at + 1]!, next[at]!)),
    );
    common = next;
  }
  return after.length - common[after.length]!;
}

/**
 * Returns the next steps for the author of the new resource. `generate-resource.nightly.spec.ts` runs these
 * commands.
 */
export function toDoNext({ names, library, folder, migration }: Plan): string {
  const row = library.isNew ? `, and a row for libs/shop/${library.name} in docs/architecture.md` : '';
  return `Next:
  npx nx run-many -t lint typecheck test -p ${library.name},schema
  npx jest -c apps/shop-api/jest.config.cjs entities conformance modules
Then write:
  columns and attributes in ${folder}, and the same columns with an index for each sort and filter in ${migration}
  the descriptions for owners and developers in ${folder}/${names.file}.scopes.ts
  the descriptions of the resource and its attributes, then npm run openapi
  a section in docs/shop-api.md${row}`;
}
