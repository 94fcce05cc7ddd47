import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { events } from '@storewright/scopes';
import { read, root } from '@storewright/workspace';

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

interface Document {
  webhooks?: Record<string, unknown>;
  components: { schemas: Record<string, { description?: string; properties?: Record<string, object> }> };
}
const documents = ['shop', 'auth'].map((name) => JSON.parse(read(`docs/openapi/${name}.json`)) as Document);

it('the documents have a payload for every type of event', () => {
  const described = documents.flatMap(({ webhooks = {} }) => Object.keys(webhooks));
  expect([...new Set(described)].sort()).toEqual(Object.keys(events).sort());
});

it('the documents describe every resource, and every attribute that is shown', () => {
  for (const { components } of documents)
    for (const [name, { properties = {} }] of Object.entries(components.schemas)) {
      if (!/Attributes$/.test(name) || /^(Create|Update)/.test(name)) continue;
      expect([name, typeof components.schemas[name.replace(/Attributes$/, '')]!.description]).toEqual([
        name,
        'string',
      ]);
      const silent = Object.entries(properties).filter(([, attribute]) => !('description' in attribute));
      expect([name, silent.map(([each]) => each)]).toEqual([name, []]);
    }
});
