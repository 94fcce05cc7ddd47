import { symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

/** Path of the events library, whose exports the build replaces. */
const library = resolve('libs/platform/events/src/index.ts');
const replacements = `
export { withoutEvent as withEvent } from '${resolve('tools/bench/src/without-event.ts')}';
import { EventNotifier as Base } from './notifier';
export class EventNotifier extends Base { notify() {} }
`;

/**
 * Builds a shop API whose writes create no events and send no notifications, and returns its path. The
 * platform has no setting for this, because operators must not disable events.
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
        transform: (code, id) =>
          resolve(id) === library
            ? code.replace(/\b(withEvent|EventNotifier),\s/g, '') + replacements
            : undefined,
      },
    ],
  });
  await bundle.write({ dir: out, format: 'cjs', entryFileNames: '[name].js' });
  await bundle.close();
  symlinkSync(resolve('node_modules'), join(out, 'node_modules'));
  return join(out, 'main.js');
}
