import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnfinishedError, UsageError } from '../failures';
import type { Terminal } from '../terminal';
import { type ChildOptions, runNpm, startNpm } from './child-processes';
import { readEnvironment } from './environment-file';
import { accepts } from './ports';

const CHECK_EVERY_MS = 100;
/** Number of checks after which a slow start is reported. */
const CHECKS_UNTIL_NOTE = 150;

export async function installPackages(folder: string, terminal: Terminal): Promise<void> {
  terminal.note('installing packages (npm install)');
  const words = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { folder, environment: terminal.environment, onLine: terminal.note };
  const code = await runNpm(words, options);
  if (code === 0) return;
  throw new UnfinishedError(
    code === undefined
      ? 'npm cannot be started. Install Node with npm, then run this command again.'
      : `"npm install" failed with exit code ${code}. See the output above, then run this command again.`,
  );
}

/**
 * Starts the app with its npm scripts: `build` once, then `dev`, and concurrently `watch` if the app has this
 * script. Resolves when the app accepts connections. `ended` rejects when the script `dev` exits.
 */
export async function startApp(
  folder: string,
  port: number,
  terminal: Terminal,
): Promise<{ ended: Promise<never> }> {
  const scripts = scriptsOf(folder);
  if (!scripts['dev']) throw new UsageError('package.json must have a script "dev" that starts the app.');
  const environment = environmentOf(folder, port, terminal.environment);
  const run = (script: string) => ['run', '--silent', script];
  const options: ChildOptions = {
    ...{ folder, environment },
    onLine: (line) => line !== '' && terminal.print(line),
  };
  if (scripts['build'] && (await runNpm(run('build'), options)) !== 0)
    terminal.note(
      '"npm run build" failed. See the output above. The app starts with the existing build files.',
    );
  if (scripts['watch']) startNpm(run('watch'), options);
  let isCrashed = false;
  const child = startNpm(run('dev'), {
    ...options,
    onLine(line) {
      // After a crash in watch mode, Node prints "Failed running" and waits for a file change.
      isCrashed ||= line.startsWith('Failed running');
      options.onLine(line);
    },
  });
  let isEnded = false;
  const ended = new Promise<never>((_, reject) => {
    const message = 'the script "dev" of package.json ended. See the output above.';
    child.once('close', () => {
      isEnded = true;
      reject(new UnfinishedError(message));
    });
  });
  const state = { isCrashed: () => isCrashed, isEnded: () => isEnded };
  await Promise.race([untilListening(port, state, terminal), ended]);
  return { ended };
}

/** State of the script `dev` while the app starts. */
interface StartState {
  /** True if the app has crashed and waits for a file change. */
  isCrashed(): boolean;
  /** True if the script has ended, so the app will never accept connections. */
  isEnded(): boolean;
}

/**
 * Resolves when the app accepts connections or the script has ended. Reports a crash and a slow start at most once
 * each.
 */
async function untilListening(
  port: number,
  { isCrashed, isEnded }: StartState,
  { note, pause }: Terminal,
): Promise<void> {
  let isReported = false;
  for (let checks = 1; !isEnded() && !(await accepts(port)); checks += 1) {
    if (isCrashed() && !isReported) {
      isReported = true;
      note(
        `the app ended before it accepted connections on port ${port}; it starts again when you save a file`,
      );
    } else if (checks === CHECKS_UNTIL_NOTE && !isReported)
      note(`the app does not accept connections on port ${port}; it must listen on the port in PORT`);
    await pause(CHECK_EVERY_MS);
  }
}

function scriptsOf(folder: string): Readonly<Record<string, string | undefined>> {
  let content: { scripts?: Record<string, string> } | null;
  try {
    content = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as typeof content;
  } catch {
    throw new UsageError(`${folder} must contain a valid package.json with a script "dev".`);
  }
  return content?.scripts ?? {};
}

/**
 * Returns the environment of the app's npm scripts. Removes shell variables that would override the .env file
 * of the app.
 */
function environmentOf(folder: string, port: number, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.keys(readEnvironment(join(folder, '.env')));
  const others = Object.entries(environment).filter(([name]) => !own.includes(name));
  return { ...Object.fromEntries(others), PORT: String(port) };
}
