import type { Tree } from 'nx/src/generators/tree';
import { format, type OxfmtConfig } from 'oxfmt';
import { makeResource, type Options } from './make-resource';
import { sizeOf, toDoNext } from './summary';

/**
 * `nx g @storewright/tools:resource`: a resource with one attribute, which works. Throws where it can't be made; then nothing is written, for Nx writes
 * what is in the tree when this is through. Answers with what is to be done when it is written: it says how large it is and what is next.
 */
export async function generateResource(tree: Tree, options: Options): Promise<() => void> {
  const plan = makeResource(tree, options);
  const config = JSON.parse(tree.read('.oxfmtrc.json', 'utf8')!) as OxfmtConfig;
  for (const { path, type } of tree.listChanges()) {
    if (type === 'DELETE') continue;
    const { code, errors } = await format(path, tree.read(path, 'utf8')!, config);
    // A kind of file that has no format stays as it is.
    if (errors.length === 0) tree.write(path, code);
  }
  const size = sizeOf(tree);
  return () => process.stdout.write(`\n${size}\n\n${toDoNext(plan)}\n`);
}
