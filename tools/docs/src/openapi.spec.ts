import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { root } from '@storewright/workspace';

it.each(['shop', 'auth'])('docs/openapi/%s.json has nothing that Redocly warns about', (name) => {
  const cli = resolve(root, 'node_modules/@redocly/cli/bin/cli.js');
  const config = resolve(root, 'tools/docs/redocly.yaml');
  const found = execFileSync(
    process.execPath,
    [cli, 'lint', `docs/openapi/${name}.json`, `--config=${config}`, '--format=json'],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  const { problems } = JSON.parse(found) as { problems: unknown[] };
  expect(problems).toEqual([]);
});
