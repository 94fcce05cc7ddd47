module.exports = (tree, options) => require('./build.cjs')(tree).generateResource(tree, options);
