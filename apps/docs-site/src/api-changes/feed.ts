import { createHash } from 'node:crypto';
import { type ApiChange, FOLDER, labelOf } from './entries';

const PAGE = `/docs/${FOLDER}/`;

/** Path of the changelog's Atom feed below `/docs/`. */
export const FEED = `${FOLDER}/feed.atom`;

/**
 * Returns the API changelog as an Atom feed (RFC 4287). Links are relative and ids are UUIDs, because the host of the
 * site is unknown.
 */
export function feedOf(changes: readonly ApiChange[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <title>Storewright API changelog</title>
  <id>${idOf(FOLDER)}</id>
  <link rel="self" type="application/atom+xml" href="/docs/${FEED}"/>
  <link rel="alternate" type="text/html" href="${PAGE}"/>
  <updated>${timeOf(changes[0]!.date)}</updated>
  <author><name>Storewright</name></author>
${changes.map(entryOf).join('\n')}
</feed>
`;
}

function entryOf(change: ApiChange): string {
  const { id, date, kind, api, sunset, title, text } = change;
  const removal = sunset ? ` Sunset: ${sunset}.` : '';
  return `  <entry>
    <title>${escaped(`${labelOf(change)}: ${plain(title)}`)}</title>
    <id>${idOf(`${FOLDER}/${date}-${id}`)}</id>
    <link rel="alternate" type="text/html" href="${PAGE}#${id}"/>
    <updated>${timeOf(date)}</updated>
    <category term="${kind}"/>
    <category term="${api}"/>
    <summary>${escaped(plain(text) + removal)}</summary>
  </entry>`;
}

const timeOf = (date: string): string => `${date}T00:00:00Z`;

/**
 * Returns a UUID derived from a name (version 8, RFC 9562), so that a changelog entry has the same id on every
 * platform.
 */
function idOf(name: string): string {
  const digest = createHash('sha256').update(`storewright:${name}`).digest('hex');
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
  ];
  return `urn:uuid:${parts.join('-')}-${digest.slice(20, 32)}`;
}

/** Converts Markdown to plain text on one line. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
