const { execFileSync } = require('node:child_process');
const { existsSync } = require('node:fs');

/**
 * Usual paths of Chromium. CHROMIUM_PATH takes precedence. The headless shell is first, because stories need a
 * quarter less CPU time with it.
 */
const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the path of Chromium if it is installed. */
const chromium = () => places.find((place) => place && existsSync(place));

/** Prints the version of Chromium, which is an input of the stories (project.json). */
function printVersion() {
  const program = chromium();
  process.stdout.write(program ? execFileSync(program, ['--version']) : 'no Chromium\n');
}

/** Passes the path of Chromium to the workers of a project. `missed` names what is skipped without it. */
function useChromium(missed) {
  const program = chromium();
  if (program) process.env.CHROMIUM_PATH = program;
  else process.stderr.write(`Chromium not found (set CHROMIUM_PATH): ${missed}\n`);
  return program;
}

module.exports = { useChromium };
if (require.main === module) printVersion();
