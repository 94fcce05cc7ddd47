import type { Tree } from 'nx/src/generators/tree';
import { format, type OxfmtConfig } from 'oxfmt';
import { makeResource, type Options } from './make-resource';
import { sizeOf, toDoNext } from './summary';

/**
 * Generates a working resource with one attribute (`nx g @storewright/tools:resource`). If this function
 * throws, Nx has written no file. Returns a function that prints the size of the changes and the next steps.
 */
export async function generateResource(tree: Tree, options: Options): Promise<() => void> {
  const plan = makeResource(tree, options);
  const config = JSON.parse(tree.read('.oxfmtrc.json', 'utf8')!) as OxfmtConfig;
  for (const { path, type } of tree.listChanges()) {
    if (type === 'DELETE') continue;
    const { code, errors } = await format(path, tree.read(path, 'utf8')!, config);
    // Formats the file if oxfmt supports its type.
    if (errors.length === 0) tree.write(path, code);
  }
  const size = sizeOf(tree);
  return () => process.stdout.write(`\n${size}\n\n${toDoNext(plan)}\n`);
}
