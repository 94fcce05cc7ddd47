import { startPlatform } from './platform';
import { StartError } from './start-error';

/** `npm start`: the whole platform on this machine, with the sample app where `--with-sample` says so, until Ctrl-C. Whatever stands in the way is one line. */
async function main(): Promise<void> {
  try {
    const withSample = process.argv.includes('--with-sample');
    await startPlatform(process.env, process.cwd(), { withSample });
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

void main();
