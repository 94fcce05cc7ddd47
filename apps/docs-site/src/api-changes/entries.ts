import type { Deprecation } from '../openapi/document';
import type { Page } from '../page';

/** Folder of the API changelog entries below `docs`, and path of the changelog page. */
export const FOLDER = 'api-changes';

const KINDS = ['added', 'changed', 'deprecated', 'removed', 'fixed'] as const;
const APIS = { shop: 'Shop API', auth: 'Auth API', both: 'Both APIs' } as const;

/** An API change that affects clients. Each file of `docs/api-changes` is an API change. */
export interface ApiChange {
  /** Anchor of the changelog entry: its file name without the date. */
  id: string;
  date: string;
  kind: (typeof KINDS)[number];
  api: keyof typeof APIS;
  /** Removal date of a deprecated name. Undefined before the date is decided. */
  sunset?: string;
  title: string;
  text: string;
}

const FORM = /^---\n([^]*?)\n---\n\n# (.+)\n\n([^]+)$/;

/** Returns the entries of the API changelog, newest first. Throws if an entry is malformed. */
export function apiChanges(pages: readonly Page[]): ApiChange[] {
  return pages
    .filter(({ path }) => path.startsWith(`${FOLDER}/`) && path !== `${FOLDER}/index`)
    .map(changeOf)
    .sort((one, other) => other.date.localeCompare(one.date) || one.id.localeCompare(other.id));
}

function changeOf({ path, text }: Page): ApiChange {
  const [, head = '', title = '', body = ''] = FORM.exec(text) ?? [];
  const fields = Object.fromEntries(head.split('\n').map((line) => line.split(': '))) as Partial<ApiChange>;
  const { date = '', kind, api, sunset } = fields;
  const id = path.slice(`${FOLDER}/${date}-`.length);
  const isNamed = path === `${FOLDER}/${date}-${id}` && isDate(date);
  if (!isNamed || !kind || !KINDS.includes(kind) || !api || !Object.hasOwn(APIS, api))
    throw new Error(`docs/${path}.md: name it <date>-<name>.md and start with date, kind and api`);
  if (sunset !== undefined && (kind !== 'deprecated' || !isDate(sunset)))
    throw new Error(`docs/${path}.md: sunset must be a date, and kind must be deprecated`);
  return { id, date, kind, api, ...(sunset && { sunset }), title, text: body.trim() };
}

/**
 * Returns a message for each deprecated name of the OpenAPI documents that the API changelog does not announce with
 * the same sunset date.
 */
export function unannounced(
  changes: readonly ApiChange[],
  deprecations: Iterable<readonly [name: string, Deprecation | undefined]>,
): string[] {
  const entries = changes.filter(({ kind }) => kind === 'deprecated');
  return [...deprecations].flatMap(([name, dates]) => {
    const sunset = dates?.sunset;
    const about = entries.filter(({ title, text }) => `${title} ${text}`.includes(`\`${name}\``));
    if (about.some((entry) => entry.sunset === sunset)) return [];
    const found = about.map((entry) => `sunset ${entry.sunset}`).join(' and ');
    return [`${name}: x-deprecation has sunset ${sunset}; entries: ${found || 'none'}`];
  });
}

/** Returns the kind and the API of a change, such as `Added · Shop API`. */
export function labelOf({ kind, api }: ApiChange): string {
  return `${kind[0]!.toUpperCase()}${kind.slice(1)} · ${APIS[api]}`;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
