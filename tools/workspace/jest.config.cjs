const preset = require('../../jest.preset.cjs')(__dirname);
const [, compiled] = Object.entries(preset.transform).find(([files]) => files.includes('node_modules'));

// Compiles .mjs files for jest. Node runs these modules without compilation.
module.exports = { ...preset, transform: { ...preset.transform, '\\.mjs$': compiled } };
