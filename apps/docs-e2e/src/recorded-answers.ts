import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Ran } from './shell';

const root = resolve(__dirname, '../../..');

interface Description {
  paths: Record<string, Record<string, { operationId: string }>>;
}

/** OpenAPI documents whose examples come from recorded responses. */
const files = (['shop', 'auth'] as const).map((name) => {
  const description = JSON.parse(
    readFileSync(resolve(root, `docs/openapi/${name}.json`), 'utf8'),
  ) as Description;
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  return {
    file: resolve(root, `apps/${name}-api/src/api-examples.json`),
    operations: new Set(operations.map(({ operationId }) => operationId)),
  };
});

/**
 * If RECORD_ANSWERS is set, saves responses as examples of the OpenAPI documents. Removes secrets and values that
 * differ between machines.
 */
export function recordAnswers(ran: Ran[]): void {
  if (!process.env['RECORD_ANSWERS']) return;
  for (const { file, operations } of files) {
    const examples = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    for (const { block, output } of ran) {
      const [, operation = ''] = /\{#(\w+)\}/.exec(block.section) ?? [];
      if (!operations.has(operation) || !/^\{(?!.*"errors":)/.test(output)) continue;
      examples[operation] = JSON.parse(neutral(output));
    }
    const sorted = Object.entries(examples).sort(([one], [other]) => (one < other ? -1 : 1));
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  }
}

function neutral(text: string): string {
  return text
    .replace(/"(sw[a-z]_|whsec_)[^"]*"/g, '"$1…"')
    .replace(/"csrf_token":"[^"]*"/g, '"csrf_token":"…"')
    .replace(/nonce=\w+/g, 'nonce=NONCE')
    .replace(/(\.localhost):\d+/g, '$1:3000')
    .replace(/(\/\/localhost):\d+\/(?!install|webhooks)/g, '$1:3001/');
}
