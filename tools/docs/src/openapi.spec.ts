import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { events } from '@storewright/scopes';
import { read, root } from '@storewright/workspace';

it.each(['shop', 'auth'])('docs/openapi/%s.json passes Redocly without a warning', (name) => {
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
const names = ['shop', 'auth'];
const documents = names.map((name) => JSON.parse(read(`docs/openapi/${name}.json`)) as Document);

it('OpenAPI documents describe a payload for every event type', () => {
  const described = documents.flatMap(({ webhooks = {} }) => Object.keys(webhooks));
  expect([...new Set(described)].sort()).toEqual(Object.keys(events).sort());
});

it('OpenAPI documents describe every resource and every attribute', () => {
  for (const { components } of documents)
    for (const [name, { properties = {} }] of Object.entries(components.schemas)) {
      if (!/Attributes$/.test(name)) continue;
      if (!/^(?:Create|Update)/.test(name))
        expect([name, typeof components.schemas[name.replace(/Attributes$/, '')]!.description]).toEqual([
          name,
          'string',
        ]);
      const silent = Object.entries(properties).filter(([, attribute]) => !('description' in attribute));
      expect([name, silent.map(([each]) => each)]).toEqual([name, []]);
    }
});

/** Yields every object inside a value, with its path. */
function* objectsIn(value: unknown, place = ''): Generator<[place: string, object: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [place, value as Record<string, unknown>];
  for (const [name, each] of Object.entries(value)) yield* objectsIn(each, `${place}/${name}`);
}

describe.each(names.map((name, at) => [name, documents[at]!] as const))(
  'docs/openapi/%s.json',
  (_, document) => {
    // Examples contain values, not schemas.
    const schemas = [...objectsIn(document)].filter(([place]) => !/\/examples?\//.test(place));

    it('declares the members of each object, because code generators treat undeclared objects as empty', () => {
      const says = ['properties', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'];
      const silent = schemas.filter(
        ([, schema]) => schema['type'] === 'object' && !says.some((word) => word in schema),
      );
      expect(silent.map(([place]) => place)).toEqual([]);
    });

    it('declares the items of each array', () => {
      const silent = schemas.filter(([, schema]) => schema['type'] === 'array' && !('items' in schema));
      expect(silent.map(([place]) => place)).toEqual([]);
    });

    it('uses valid identifiers as names of schemas, responses and parameters', () => {
      const { schemas, responses, parameters } = document.components as Record<string, object>;
      const all = [schemas, responses, parameters].flatMap((each) => Object.keys(each ?? {}));
      expect(all.filter((name) => !/^[A-Za-z]\w*$/.test(name))).toEqual([]);
    });

    it('describes each filter and its operators', () => {
      const parameters = schemas.filter(([, each]) => each['in'] === 'query');
      expect(parameters.length).toBeGreaterThan(0);
      expect(parameters.filter(([, each]) => !each['description']).map(([place]) => place)).toEqual([]);
    });
  },
);
