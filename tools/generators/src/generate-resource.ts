import { join } from 'node:path';
import type { Tree } from 'nx/src/generators/tree';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { makeResource, type Options } from './make-resource';
import { sizeOf, toDoNext } from './summary';

/**
 * `nx g @storewright/tools:resource`: a resource with one attribute, which works. Throws where it can't be made; then nothing is written, for Nx writes
 * what is in the tree when this is through. Answers with what is to be done when it is written: it says how large it is and what is next.
 */
export async function generateResource(tree: Tree, options: Options): Promise<() => void> {
  const plan = makeResource(tree, options);
  const config = await resolveConfig(join(tree.root, 'package.json'));
  for (const { path, type } of tree.listChanges()) {
    const filepath = join(tree.root, path);
    if (type === 'DELETE' || !(await getFileInfo(filepath)).inferredParser) continue;
    tree.write(path, await format(tree.read(path, 'utf8')!, { ...config, filepath }));
  }
  const size = sizeOf(tree);
  return () => process.stdout.write(`\n${size}\n\n${toDoNext(plan)}\n`);
}
