const { createHash } = require('node:crypto');
const swc = require('@swc/jest');
const versions = [require('@swc/core').version, require('@swc/jest/package.json').version];

/**
 * @swc/jest, whose output is kept for all projects: what a file becomes depends on its text, its path and these options, and not on the project whose specs
 * import it. Its own key names the project, so that each would compile Nest anew.
 */
module.exports = {
  createTransformer(options) {
    const { getCacheKey: _perProject, ...transformer } = swc.createTransformer(options);
    const getCacheKey = (text, path, { instrument, supportsStaticESM }) =>
      createHash('sha256')
        .update(JSON.stringify([...versions, options, path, instrument, supportsStaticESM, text]))
        .digest('hex');
    return { ...transformer, getCacheKey };
  },
};
