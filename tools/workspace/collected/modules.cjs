module.exports = require('../collect.cjs').loaded('modules', require);
