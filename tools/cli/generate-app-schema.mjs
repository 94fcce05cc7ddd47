/**
 * Generates the JSON Schema of `storewright.app.json` from the app attributes in docs/openapi/auth.json. `npm
 * run openapi` runs this program. A spec checks that the schema is up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const read = (name) => JSON.parse(readFileSync(resolve(root, `docs/openapi/${name}.json`), 'utf8'));

export function appSchema() {
  const [auth, shop] = [read('auth'), read('shop')];
  const { properties, required } = auth.components.schemas.CreateAppAttributes;
  const event_types = shop.components.schemas.EventAttributes.properties.event_type.enum;
  const lists = { scopes: 'scope', optional_scopes: 'scope', webhook_events: 'event_type' };
  const named = Object.entries(properties).map(([name, property]) => [
    name,
    lists[name] ? { ...property, items: { $ref: `#/$defs/${lists[name]}` } } : property,
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'storewright.app.json',
    description: 'Registration of an app. "storewright apps deploy" applies the file.',
    type: 'object',
    properties: {
      $schema: {
        type: 'string',
        description: 'URL of the JSON Schema of this file. Editors use it to complete field names.',
      },
      app_id: {
        type: ['string', 'null'],
        format: 'uuid',
        description: 'Id of the registered app. The first "storewright apps deploy" writes the id.',
      },
      ...Object.fromEntries(named),
    },
    required,
    additionalProperties: false,
    $defs: {
      scope: { type: 'string', enum: scopesOf(auth, shop) },
      event_type: { type: 'string', enum: event_types },
    },
  };
}

function scopesOf(...documents) {
  const operations = documents.flatMap(({ paths }) => Object.values(paths).flatMap(Object.values));
  const required = operations.flatMap(({ security = [] }) => security.flatMap(Object.values)).flat();
  return [...new Set(required)].sort();
}

const text = () => `${JSON.stringify(appSchema(), null, 2)}\n`;

if (process.argv[1] === import.meta.filename && process.argv[2] === '--print') process.stdout.write(text());
else if (process.argv[1] === import.meta.filename)
  writeFileSync(resolve(import.meta.dirname, 'src/app-file/storewright.app.schema.json'), text());
