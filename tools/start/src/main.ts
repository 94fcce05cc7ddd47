import { startPlatform } from './platform';
import { StartError } from './start-error';

/** Services that `npm run dev` can rebuild and restart. */
const RELOADABLE = ['shop-api', 'auth-api', 'hooks-worker', 'admin-server', 'mcp'];

/**
 * Runs the whole platform on this machine until Ctrl-C (`npm start`). `--with-sample` adds the sample app.
 * `--reload <service>` (`npm run dev`) restarts a service when its sources change. Prints one line for an
 * expected failure.
 */
async function main(words: string[]): Promise<void> {
  try {
    const reloaded = words.includes('--reload') ? (words[words.indexOf('--reload') + 1] ?? '') : undefined;
    if (reloaded !== undefined && !RELOADABLE.includes(reloaded))
      throw new StartError(`"${reloaded}" cannot be reloaded. Use one of ${RELOADABLE.join(', ')}.`);
    await startPlatform(process.env, process.cwd(), {
      withSample: words.includes('--with-sample'),
      reloaded,
    });
  } catch (error) {
    const expected =
      error instanceof StartError ||
      (error as Error).name === 'PostgresStartError' ||
      (error as Error).name === 'SettingsError';
    const { message, stack } = error as Error;
    process.stderr.write(`\nnpm start: ${expected ? message : stack}\n`);
    process.exit(1);
  }
}

void main(process.argv.slice(2));
