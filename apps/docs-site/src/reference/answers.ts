import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the demo answered to the examples, by operation; apps/docs-e2e writes it and holds it to what is answered today. */
export type Answers = Record<string, unknown>;

export const answersFile = 'apps/docs-site/answers.json';

export function readAnswers(root: string): Answers {
  const file = join(root, answersFile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Answers) : {};
}
