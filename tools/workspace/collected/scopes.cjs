module.exports = require('../collect.cjs').loaded('scopes', require);
