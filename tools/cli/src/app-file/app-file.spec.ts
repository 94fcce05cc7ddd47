import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '../failures';
import { readAppFile, writeAppId, writeAttributes } from './app-file';
import { type AppAttributes, appFields, defaultOf, unknownNames } from './app-schema';
import schema from './storewright.app.schema.json';

const folder = mkdtempSync(join(tmpdir(), 'storewright-app-file-'));
const path = join(folder, 'storewright.app.json');
afterAll(() => rmSync(folder, { recursive: true }));

const required = { name: 'Labels', install_url: 'https://labels.example/install', scopes: ['meta.get'] };
const write = (content: unknown) =>
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
const written = () => readFileSync(path, 'utf8');
const registered = {
  ...Object.fromEntries(appFields.map((name) => [name, defaultOf(name)])),
  ...required,
} as unknown as Required<AppAttributes>;

it('storewright.app.schema.json matches the OpenAPI document ("npm run openapi")', () => {
  const program = resolve(__dirname, '../../generate-app-schema.mjs');
  const generated = execFileSync(process.execPath, [program, '--print'], { encoding: 'utf8' });
  expect(schema).toEqual(JSON.parse(generated));
  expect(schema.$defs.scope.enum).toContain('orders.get');
});

it('readAppFile() returns the app id and the attributes, and accepts a file without an app id', () => {
  write({ $schema: 'x', ...required, webhook_url: null, require_secret: true });
  const attributes = { ...required, webhook_url: null, require_secret: true };
  expect(readAppFile(path)).toEqual({ path, app_id: null, attributes });
  write(`\uFEFF${JSON.stringify({ ...required, app_id: '7' })}`);
  expect(readAppFile(path)).toEqual({ path, app_id: '7', attributes: required });
});

it.each<[string, unknown, string]>([
  [
    'a misspelled field',
    { ...required, instal_url: 'x' },
    'unknown field "instal_url". Did you mean "install_url"?',
  ],
  [
    'a field with a hyphen',
    { ...required, 'webhook-url': 'x' },
    'unknown field "webhook-url". Did you mean "webhook_url"?',
  ],
  ['an unknown field without a similar field', { ...required, zzz: 1 }, 'unknown field "zzz".'],
  ['a string instead of a list', { ...required, scopes: 'meta.get' }, 'scopes must be a list of texts.'],
  ['a list with a number', { ...required, webhook_events: [1] }, 'webhook_events must be a list of texts.'],
  [
    'a string instead of a boolean',
    { ...required, require_secret: 'yes' },
    'require_secret must be true or false.',
  ],
  ['a number as a URL', { ...required, webhook_url: 1 }, 'webhook_url must be a text or null.'],
  ['a name that is null', { ...required, name: null }, 'name must be a text.'],
  ['missing fields', { scopes: [] }, 'missing required fields: name, install_url.'],
])('readAppFile() rejects %s with the path of the file and the field', (_, content, problem) => {
  write(content);
  expect(() => readAppFile(path)).toThrow(new UsageError(`${path}: ${problem}`));
});

it('unknownNames() returns the scopes and event types that the schema does not contain', () => {
  const attributes = {
    scopes: ['orders.get', 'ordrs.get'],
    optional_scopes: ['meta.gett'],
    webhook_events: ['meta.created', 'meta.stolen'],
    website_url: 'https://orders.example',
  };
  expect(unknownNames(attributes as AppAttributes)).toEqual([
    { field: 'scopes', name: 'ordrs.get' },
    { field: 'optional_scopes', name: 'meta.gett' },
    { field: 'webhook_events', name: 'meta.stolen' },
  ]);
});

it('readAppFile() rejects a missing file, invalid JSON and a list', () => {
  expect(() => readAppFile(join(folder, 'none.json'))).toThrow(/none\.json does not exist\./);
  write('{ "name": ');
  expect(() => readAppFile(path)).toThrow(/must be valid JSON: /);
  write('[]');
  expect(() => readAppFile(path)).toThrow(/must contain a JSON object\.$/);
});

it.each([
  ['{\n\t"name": "A",\n\t"scopes": [ ]\n}', '{\n\t"app_id": "7",\n\t"name": "A",\n\t"scopes": [ ]\n}'],
  [
    '{\r\n  "$schema": "s",\r\n  "name": "A"\r\n}',
    '{\r\n  "$schema": "s",\r\n  "app_id": "7",\r\n  "name": "A"\r\n}',
  ],
  ['{"name":"A"}', '{ "app_id": "7","name":"A"}'],
  ['{ "name": "A", "app_id" : null }', '{ "name": "A", "app_id" : "7" }'],
])('writeAppId() keeps the formatting of %j', (before, after) => {
  write(before);
  writeAppId(path, '7');
  expect(written()).toBe(after);
});

it('writeAttributes() creates a file with the required attributes and all values that differ from the default', () => {
  const file = join(folder, 'new.json');
  const changed = writeAttributes(file, '7', { ...registered, require_secret: true }, 's');
  expect(readFileSync(file, 'utf8')).toBe(
    '{\n  "$schema": "s",\n  "app_id": "7",\n  "name": "Labels",\n' +
      `  "install_url": "${required.install_url}",\n  "scopes": ["meta.get"],\n  "require_secret": true\n}\n`,
  );
  expect(changed).toEqual(expect.arrayContaining(['app_id', 'name', 'require_secret']));
});

it('writeAttributes() changes an existing file only if an attribute differs, and keeps the order of its fields', () => {
  const own = { scopes: ['orders.get', 'meta.get'], name: 'Labels', install_url: required.install_url };
  write(JSON.stringify({ app_id: '7', ...own }, null, 4));
  const same = { ...registered, scopes: ['meta.get', 'orders.get'] };
  expect(writeAttributes(path, '7', same, 's')).toEqual([]);
  expect(written()).toBe(JSON.stringify({ app_id: '7', ...own }, null, 4));
  expect(
    writeAttributes(path, '7', { ...same, name: 'New', webhook_url: 'https://a.example/' }, 's'),
  ).toEqual(['name', 'webhook_url']);
  const next = { app_id: '7', ...own, name: 'New', webhook_url: 'https://a.example/' };
  expect(written()).toBe(`${JSON.stringify(next, null, 4)}\n`);
});

it('writeAttributes() changes only the lines of an app file that differ from the registered app', () => {
  const template = readFileSync(resolve(__dirname, '../template/storewright.app.json'), 'utf8');
  write(template);
  const { $schema: _, ...fields } = JSON.parse(template) as AppAttributes & { $schema: string };
  const app = { ...registered, ...fields, webhook_url: 'https://a.example/' };
  expect(writeAttributes(path, '7', app, 's')).toEqual(['app_id', 'webhook_url']);
  const lines = template.trimEnd().split('\n');
  const added = ['  "app_id": "7",', '  "webhook_url": "https://a.example/"'];
  expect(written().split('\n').sort()).toEqual(
    [...lines.map((line) => (line.includes('webhook_events') ? `${line},` : line)), ...added, ''].sort(),
  );
});

it('writeAttributes() keeps line breaks in lists, and can write an empty list of scopes', () => {
  write({ app_id: '7', ...required });
  writeAttributes(path, '7', { ...registered, scopes: ['meta.get', 'meta.patch'] }, 's');
  expect(written()).toContain('"scopes": [\n    "meta.get",\n    "meta.patch"\n  ]');
  const file = join(folder, 'no-scopes.json');
  writeAttributes(file, '7', { ...registered, scopes: [] }, 's');
  expect(readAppFile(file).attributes).toMatchObject({ scopes: [] });
});
