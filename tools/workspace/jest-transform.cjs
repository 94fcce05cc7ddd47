const { createHash } = require('node:crypto');
const swc = require('@swc/jest');
const versions = [require('@swc/core').version, require('@swc/jest/package.json').version];

/**
 * Compiles with @swc/jest and one cache for all projects. The default cache key of @swc/jest contains the
 * project, so every project would compile Nest again.
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
