module.exports = require('../../tools/workspace/jest.preset.cjs')(__dirname);
