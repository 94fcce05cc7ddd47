const { execFileSync } = require('node:child_process');
const { existsSync } = require('node:fs');

/**
 * Where a Chromium usually is; CHROMIUM_PATH says where it is otherwise. The one that only runs without a window is first: the stories take a quarter less of the
 * processor in it.
 */
const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chromium of this machine, if there is one. */
const chromium = () => places.find((place) => place && existsSync(place));

/** Prints which browser that is: an input of the stories (project.json). */
function printVersion() {
  const program = chromium();
  process.stdout.write(program ? execFileSync(program, ['--version']) : 'no Chromium\n');
}

/** For the configuration of a project of stories, whose workers inherit it: the Chromium, if there is one. `missed`: what is left out where there is none. */
function useChromium(missed) {
  const program = chromium();
  if (program) process.env.CHROMIUM_PATH = program;
  else process.stderr.write(`no Chromium on this machine (CHROMIUM_PATH names none): ${missed}\n`);
  return program;
}

module.exports = { useChromium };
if (require.main === module) printVersion();
