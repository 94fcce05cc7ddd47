import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { declaredResources } from '@storewright/scopes';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

interface ObjectSchema {
  properties: Record<string, { const?: string; properties?: Record<string, unknown>; $ref?: string }>;
}
interface Openapi {
  components: { schemas: Record<string, ObjectSchema> };
}

const documentOf = (api: string) =>
  JSON.parse(readFileSync(resolve(__dirname, `../../../docs/openapi/${api}.json`), 'utf8')) as Openapi;

const documents = { shop: documentOf('shop'), auth: documentOf('auth') };

/** Validates an example against the OpenAPI document of the API that renders the events of the type. */
function faultsOf(type: string, example: Readonly<Record<string, unknown>>): string[] {
  const document = documents[type === 'installations' ? 'auth' : 'shop'];
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(document, 'openapi');
  const name = schemaOf(type, document);
  const { attributes, meta } = document.components.schemas[name]!.properties;
  const ofMeta = Object.keys(meta?.properties ?? {});
  const ofEveryRow = {
    created_at: '2026-11-21T06:22:26.087602Z',
    updated_at: '2026-11-21T06:22:26.087602Z',
    version: 1,
  };
  const nameOfAttributes = attributes!.$ref!.split('/').at(-1)!;
  const names = Object.keys(document.components.schemas[nameOfAttributes]!.properties);
  const valueOf = (member: string) =>
    example[member] ?? (ofEveryRow as Record<string, unknown>)[member] ?? null;
  const members = (of: string[]) => Object.fromEntries(of.map((member) => [member, valueOf(member)]));
  const unknown = Object.keys(example).filter((member) => ![...names, ...ofMeta].includes(member));
  const validate = (path: string, value: object) =>
    ajv.validate({ $ref: `openapi#/components/schemas/${path}` }, value)
      ? []
      : (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return [
    ...unknown.map((member) => `${member} is no attribute`),
    ...validate(nameOfAttributes, members(names)),
    ...(meta ? validate(`${name}/properties/meta`, members(ofMeta)) : []),
  ];
}

function schemaOf(type: string, { components }: Openapi): string {
  const names = Object.keys(components.schemas).filter((name) => {
    const { type: constant, attributes } = components.schemas[name]!.properties ?? {};
    return constant?.const === type && attributes && !/^(App|Own)/.test(name);
  });
  expect(names).toHaveLength(1);
  return names[0]!;
}

it.each(declaredResources.flatMap(({ type, example }) => (example ? [[type, example] as const] : [])))(
  'example of the resource type %s satisfies its schema',
  (type, example) => {
    expect(faultsOf(type, example)).toEqual([]);
  },
);

it('every declared resource with events has an example', () => {
  const emitting = declaredResources.filter(({ events }) => events);
  expect(emitting.length).toBeGreaterThan(10);
  expect(emitting.filter(({ example }) => !example)).toEqual([]);
});
