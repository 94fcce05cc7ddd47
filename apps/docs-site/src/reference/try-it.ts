import { ApiDocument, type Operation } from '../openapi/document';
import { type ExampleRequest, exampleRequest } from './example-request';

/** Request that the form of an operation sends, read by `.vitepress/theme/TryIt.vue`. */
interface TryIt extends Omit<ExampleRequest, 'document'> {
  method: string;
  /** Request body as text, for an operation whose body is a document. */
  body?: string;
}

/** Returns a file for each API with the example requests, keyed by `operationId`. */
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
