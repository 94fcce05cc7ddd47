import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parsed } from '../command-line';
import { UsageError } from '../failures';
import { sessionOf } from '../session';
import type { Terminal } from '../terminal';

const usage = 'storewright apps icon <app> <file>|--remove';

const mediaTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

export async function icon(words: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = parsed(words, { remove: { type: 'boolean' } }, usage);
  const [app, file, ...more] = positionals;
  const isWhole = values.remove ? file === undefined : file !== undefined && more.length === 0;
  if (!app || !isWhole) throw new UsageError(`usage: ${usage}`);
  const path = `/api/apps/${encodeURIComponent(app)}/icon`;
  if (file === undefined) {
    await sessionOf(terminal).send({ method: 'DELETE', path });
    return terminal.note('the icon was removed');
  }
  const headers = { 'content-type': mediaTypeOf(file) };
  const { document } = await sessionOf(terminal).sendFile({ method: 'PUT', path, headers }, bytesOf(file));
  terminal.print((document as { data: { attributes: { icon_url: string } } }).data.attributes.icon_url);
}

function mediaTypeOf(file: string): string {
  const type = mediaTypes[extname(file).toLowerCase()];
  if (type === undefined)
    throw new UsageError('an icon must be a PNG, JPEG or WebP file: .png, .jpg or .webp.');
  return type;
}

function bytesOf(file: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(file);
  } catch {
    throw new UsageError(`${file} cannot be read.`);
  }
}
