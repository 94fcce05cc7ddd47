const { existsSync } = require('node:fs');

/** Where a Chromium usually is; CHROMIUM_PATH says where it is otherwise. */
const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const chromium = places.find((place) => place && existsSync(place));
// The workers inherit it.
if (chromium) process.env.CHROMIUM_PATH = chromium;
else
  process.stderr.write(
    'admin-e2e: no Chromium on this machine (CHROMIUM_PATH names none), so the panel is not driven in a browser\n',
  );

module.exports = {
  ...require('../../jest.preset.cjs')(__dirname, { postgres: true }),
  testTimeout: 60_000,
};
