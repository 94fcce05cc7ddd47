import { ApiDocument } from '../openapi/document';
import type { Page } from '../page';
import { errorPages } from './error-pages';
import { eventsPage } from './events-page';
import { resourcePage } from './resource-page';
import { scopesPage } from './scopes-page';

/**
 * Returns the generated pages of the API reference: one per resource type and error code, one for events and one for
 * scopes.
 */
export function referencePages(root: string, errors: Page): Page[] {
  const documents = (['shop', 'auth'] as const).map((name) => ApiDocument.read(root, name));
  const resources = documents.flatMap((document) =>
    document.tags.filter((tag) => tag !== 'service').map((tag) => resourcePage(document, tag)),
  );
  return [...resources, scopesPage(documents), eventsPage(documents), ...errorPages(errors, documents)];
}
