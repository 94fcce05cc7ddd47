const { execFileSync } = require('node:child_process');
const { existsSync } = require('node:fs');

/**
 * Common installation paths of Chromium. CHROMIUM_PATH takes precedence. Prefers the headless shell over the
 * full browser, because it needs a quarter less CPU time.
 */
const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const chromium = () => places.find((place) => place && existsSync(place));

/** Prints the version of Chromium, which is an Nx input of the browser specs (project.json). */
function printVersion() {
  const program = chromium();
  process.stdout.write(program ? execFileSync(program, ['--version']) : 'no Chromium\n');
}

/**
 * Sets the path of Chromium for the jest workers of a project. `missed` is the name of the specs that are
 * skipped without Chromium.
 */
function useChromium(missed) {
  const program = chromium();
  if (program) process.env.CHROMIUM_PATH = program;
  else process.stderr.write(`Chromium not found (set CHROMIUM_PATH): ${missed}\n`);
  return program;
}

module.exports = { useChromium };
if (require.main === module) printVersion();
