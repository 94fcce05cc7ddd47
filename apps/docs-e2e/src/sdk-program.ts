import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { Block } from './blocks';

const sdk = pathToFileURL(resolve(__dirname, '../../../dist/libs/client/sdk/index.js')).href;

/** Converts `PRODUCT_ID` to `productId`. */
const nameOf = (variable: string) =>
  variable.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Runs the SDK examples of a documentation page in order, each as a separate program. `id` is the object id from the
 * previous example. Returns the failures.
 */
export async function runWithSdk(
  blocks: Block[],
  values: Record<string, string>,
  folder: string,
): Promise<string> {
  const given = Object.entries(values).filter(([name]) => /_ID$/.test(name));
  const program = [
    `import { Shop } from ${JSON.stringify(sdk)};`,
    `const shop = new Shop(${JSON.stringify({ baseUrl: values['BASE_URL'], token: values['ACCESS_TOKEN'] })});`,
    ...given.map(([name, value]) => `const ${nameOf(name)} = ${JSON.stringify(value)};`),
    `let id = ${JSON.stringify(values['ID'])};`,
    ...blocks.map(
      ({ text: code }) =>
        `{ ${code}\nid = (typeof made === 'object' ? made : typeof first === 'object' ? first : { id }).id; }`,
    ),
  ];
  const file = join(folder, 'sdk-program.mjs');
  writeFileSync(file, program.join('\n'));
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [said] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return said;
}
