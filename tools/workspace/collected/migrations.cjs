module.exports = require('../collect.cjs').loaded('migrations', require);
