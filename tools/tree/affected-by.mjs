/**
 * Prints the projects that `nx show projects --affected --files=<file>` would print for each file in the
 * arguments. Computes the project graph only once.
 *
 * Usage: node tools/tree/affected-by.mjs <file> …
 */
import { createProjectGraphAsync } from 'nx/src/project-graph/project-graph';
import { filterAffected } from 'nx/src/project-graph/affected/affected-project-graph';
import { calculateFileChanges } from 'nx/src/project-graph/file-utils';

const graph = await createProjectGraphAsync();
const affected = {};
for (const file of process.argv.slice(2)) {
  const { nodes } = await filterAffected(graph, calculateFileChanges([file], {}));
  affected[file] = Object.keys(nodes).sort();
}
process.stdout.write(JSON.stringify(affected), () => process.exit());
