import { symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/** What this library offers to others, and what the benchmark puts in its place: an export by name comes before one by `*`. */
const library = resolve('libs/platform/events/src/index.ts');
const instead = `
export { withoutEvent as withEvent } from './outbox';
import { EventNotifier as Announcing } from './notifier';
export class EventNotifier extends Announcing { notify() {} }
`;

/**
 * Builds the shop API once more, into the folder: the same program, but its writes make no events, and nobody is told of any. There is no such setting,
 * because nobody shall switch events off. The program's path.
 */
export async function buildWithoutEvents(folder: string): Promise<string> {
  const out = join(folder, 'shop-api-without-events');
  const { plugin } = createRequire(resolve('package.json'))('./tools/workspace/collect.cjs') as {
    plugin: Plugin;
  };
  const bundle = await rolldown({
    input: { main: resolve('apps/shop-api/src/main.ts') },
    platform: 'node',
    tsconfig: resolve('apps/shop-api/tsconfig.json'),
    external: (id) =>
      !id.startsWith('.') && !isAbsolute(id) && !/^(@storewright|@oxc-project\/runtime|collected:)/.test(id),
    plugins: [
      plugin,
      {
        name: 'without-events',
        transform: (code, id) => (resolve(id) === library ? code + instead : undefined),
      },
    ],
  });
  await bundle.write({ dir: out, format: 'cjs', entryFileNames: '[name].js' });
  await bundle.close();
  symlinkSync(resolve('node_modules'), join(out, 'node_modules'));
  return join(out, 'main.js');
}
