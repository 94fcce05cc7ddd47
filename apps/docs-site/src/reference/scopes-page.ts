import { declaredScopes } from '@storewright/scopes';
import type { ApiDocument } from '../openapi/document';
import { table } from '../openapi/schema-text';
import type { Page } from '../page';

/**
 * Returns the page that lists every scope, with the sentence that owners read and the operations that require the
 * scope.
 */
export function scopesPage(documents: ApiDocument[]): Page {
  const operations = documents.flatMap((document) => document.operations);
  const rows = declaredScopes.map(({ scope, description }) => {
    const needing = operations.filter(({ security = [] }) =>
      security.some((each) => Object.values(each).flat().includes(scope)),
    );
    return [
      `\`${scope}\``,
      description,
      needing.map(({ method, path }) => `\`${method} ${path}\``).join(' '),
    ];
  });
  const text = `# Scopes

The scopes of a token decide which requests it may send ([tokens and scopes](./guides/tokens-and-scopes.md)).
Before consent, the owner of a shop reads the sentence “This app will be able to …”.

${table(['Scope', '… sentence', 'Needed by'], rows)}
`;
  return { path: 'scopes', text };
}
