module.exports = (tree, options) => require('./build.cjs')(tree).generateMigration(tree, options);
