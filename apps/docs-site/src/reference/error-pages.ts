import type { ApiDocument } from '../openapi/document';
import type { Page } from '../page';

/**
 * Returns a page for each error code, with a section of docs/errors.md and a list of operations with this error code.
 */
export function errorPages({ text }: Page, documents: ApiDocument[]): Page[] {
  const sections = text.split(/^## /m).slice(1);
  return sections.map((section) => {
    const [, status, code, body] = /^(\d{3}) `(\w+)`[^\n]*\n([^]*)$/.exec(section)!;
    const [meaning, ...advice] = body!
      .replace(/ \[Which requests get it\][^\n]*/, '')
      // These pages lie one folder deeper.
      .replace(/\]\(\.\//g, '](../')
      .trim()
      .split('\n\n');
    const lines = documents.flatMap((document) => requestsOf(document, code!));
    const parts = [
      `# ${code}`,
      `**${status}** · ${meaning!.replace(/\*\*/g, '')}`,
      '## What to do',
      ...advice,
      ...(lines.length > 0 ? ['## Requests that may get it', lines.join('\n')] : []),
      '[All error codes](../errors.md), and [errors and retries](../guides/errors-and-retries.md).',
    ];
    return { path: `errors/${code}`, text: `${parts.join('\n\n')}\n` };
  });
}

/**
 * Lists the operations of an API that document an error code. Returns one sentence if most operations document the
 * error code.
 */
function requestsOf(document: ApiDocument, code: string): string[] {
  const getting = document.operations.filter((operation) => document.errorCodesOf(operation).includes(code));
  const api = `the ${document.name} API`;
  if (getting.length === 0) return [];
  if (getting.length > document.operations.length / 2)
    return [`- ${getting.length} of the ${document.operations.length} requests of ${api}`];
  return getting.map(({ method, path }) => `- \`${method} ${path}\` of ${api}`);
}
