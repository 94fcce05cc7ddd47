const preset = require('../../jest.preset.cjs')(__dirname);
const [, compiled] = Object.entries(preset.transform).find(([files]) => files.includes('node_modules'));

// The commands are modules that Node runs without compilation.
module.exports = { ...preset, transform: { ...preset.transform, '\\.mjs$': compiled } };
