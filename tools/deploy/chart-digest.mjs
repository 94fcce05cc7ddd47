import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
export const chart = join(root, 'deploy/helm/storewright');
/** File with the address ranges that webhooks must not reach. The webhook worker uses the same file. */
export const refusedRanges = join(root, 'libs/platform/webhooks/src/targets/refused-ranges.json');
export const values = join(root, 'deploy/helm/example-values.yaml');
/** The rendered Helm chart for a shop database on Citus with reads from the worker nodes. */
export const renderedCitus = join(root, 'deploy/helm/rendered-citus.yaml');
export const rendered = join(root, 'deploy/helm/rendered.yaml');

/** Returns a digest of all inputs of `helm template`. */
export function chartDigest() {
  const files = readdirSync(chart, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of [...files, values].toSorted())
    hash.update(`${relative(root, file).replaceAll('\\', '/')}\n`).update(readFileSync(file));
  return hash.digest('hex');
}
