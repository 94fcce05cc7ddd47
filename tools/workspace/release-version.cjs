const { VersionActions } = require('nx/release');

/**
 * Tells `nx release` where the version is stored. All apps share the version in the root package.json, and
 * package-lock.json repeats the version.
 */
module.exports = class PlatformVersion extends VersionActions {
  validManifestFilenames = ['package.json'];

  async readCurrentVersionFromSourceManifest(tree) {
    return { currentVersion: readJson(tree, 'package.json').version, manifestPath: 'package.json' };
  }

  // Does nothing, because no package is published to a registry.
  async readCurrentVersionFromRegistry() {
    return null;
  }

  async readCurrentVersionOfDependency() {
    return { currentVersion: null, dependencyCollection: null };
  }

  async updateProjectDependencies() {
    return [];
  }

  async updateProjectVersion(tree, version) {
    writeJson(tree, 'package.json', { ...readJson(tree, 'package.json'), version });
    const lock = readJson(tree, 'package-lock.json');
    lock.packages[''].version = version;
    writeJson(tree, 'package-lock.json', { ...lock, version });
    return [`New version ${version} written to package.json and package-lock.json`];
  }
};

const readJson = (tree, file) => JSON.parse(tree.read(file, 'utf8'));
const writeJson = (tree, file, value) => tree.write(file, `${JSON.stringify(value, null, 2)}\n`);
