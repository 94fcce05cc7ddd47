import { ApiDocument, type Operation } from '../openapi/document';
import { type ExampleRequest, exampleRequest } from './example-request';

/** The request of an operation's form, which `.vitepress/theme/TryIt.vue` reads. */
interface TryIt extends Omit<ExampleRequest, 'document'> {
  method: string;
  /** Request body as text. Undefined if the operation accepts no document. */
  body?: string;
}

export function tryItFiles(root: string): [path: string, text: string][] {
  return (['shop', 'auth'] as const).map((name) => {
    const description = ApiDocument.read(root, name);
    const requests = description.operations.map((operation) => [
      operation.operationId,
      tryItOf(description, operation),
    ]);
    return [`try-it/${name}.json`, JSON.stringify(Object.fromEntries(requests))];
  });
}

function tryItOf(description: ApiDocument, operation: Operation): TryIt {
  const { document, ...request } = exampleRequest(description, operation, operation.tags[0]!);
  const body = document && JSON.stringify(document, null, 2);
  return { method: operation.method, ...request, ...(body && { body }) };
}
