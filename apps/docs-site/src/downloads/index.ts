import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiDocument } from '../openapi/document';
import type { Page } from '../page';
import { postmanCollection } from './postman';

const APIS = ['shop', 'auth'] as const;

/** Returns the OpenAPI documents and the Postman collections, keyed by path below `/docs/`. */
export function downloads(root: string): [path: string, text: string][] {
  return APIS.flatMap((name): [string, string][] => [
    [`openapi/${name}.json`, readFileSync(join(root, `docs/openapi/${name}.json`), 'utf8')],
    [`postman/${name}.json`, JSON.stringify(postmanCollection(ApiDocument.read(root, name)), null, 2)],
  ]);
}

const link = (path: string, label: string) =>
  `<a class="download" href="/docs/${path}" download="storewright-${path.replace('/', '-')}">${label}</a>`;

export const downloadsPage: Page = {
  path: 'reference/downloads',
  text: `# OpenAPI and Postman

Both APIs as files, for generators, mock servers and API clients.

|          | OpenAPI 3.1 | Postman collection 2.1 |
| -------- | ----------- | ---------------------- |
| Shop API | ${link('openapi/shop.json', 'shop.json')} | ${link('postman/shop.json', 'shop.json')} |
| Auth API | ${link('openapi/auth.json', 'auth.json')} | ${link('postman/auth.json', 'auth.json')} |

## OpenAPI

Each running API also serves its own document, without a credential. Use this one in a build, because it belongs
to the version that you call:

\`\`\`sh
curl -s $BASE_URL/api/openapi.json > shop.json
curl -s $AUTH_URL/api/openapi.json > auth.json
\`\`\`

Attributes, filters, error codes of each operation and payloads of webhooks (\`webhooks\`) are in the document.
\`deprecated: true\` marks what will be removed ([deprecations](../guides/deprecations.md)). For TypeScript use the
[SDK](../sdk.md), which is generated from it.

## Postman

Import the file, then set the variables of the collection: \`base_url\` and \`access_token\` of your
[test shop](../guides/testing.md), or \`auth_url\` and \`session\`. Enter tokens as *current value*: Postman does not
share current values. Each request has an example body and response, and all query parameters, switched off.

Bruno, Insomnia and Hoppscotch import the same file.
`,
};
