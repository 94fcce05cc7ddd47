const { useChromium } = require('./chromium.cjs');

useChromium('what a look at a page finds is not tried');

module.exports = require('../../../jest.preset.cjs')(__dirname);
