const { relative, resolve } = require('node:path');
const { TestEnvironment } = require('jest-environment-node');
const exceptions = require('./not-on-citus.json');

const root = resolve(__dirname, '../..');

/** Node's, but where the specs run on a cluster of Citus: the tests that not-on-citus.json names are skipped there, with the reason that it gives. */
module.exports = class ClusterEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const spec = relative(root, context.testPath);
    const onCluster = process.env.SHOP_DATABASE_KIND === 'citus';
    this.skipped = onCluster ? exceptions.filter((each) => isMeant(each, spec)) : [];
  }

  handleTestEvent({ name }, { rootDescribeBlock }) {
    if (name === 'run_start' && this.skipped.length > 0) this.skipIn(rootDescribeBlock, '');
  }

  skipIn(block, before) {
    for (const child of block.children) {
      const title = `${before}${child.name}`;
      if (child.type === 'describeBlock') this.skipIn(child, `${title} `);
      else if (this.skipped.some(({ tests }) => !tests || tests.some((each) => title.startsWith(each))))
        child.mode = 'skip';
    }
  }
};

/** `*` stands for one folder. */
function isMeant({ spec }, path) {
  return new RegExp(`^${spec.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`).test(path);
}
