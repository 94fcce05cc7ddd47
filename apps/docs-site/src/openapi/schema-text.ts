import type { ApiDocument, Schema } from './document';

/** Describes a schema in a few words, such as `string, 1–255 characters`. */
export function schemaText(document: ApiDocument, given: Schema | undefined): string {
  if (!given) return '';
  const schema = document.resolved(given);
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return [...new Set(ways.map((each) => schemaText(document, each)))].join(' or ');
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.enum) return schema.enum.map((each) => `\`${String(each)}\``).join(', ');
  const types = [schema.type ?? 'anything'].flat().filter((type) => type !== 'null');
  const isNullable = [schema.type].flat().includes('null');
  const words = types.map((type) => {
    if (type === 'array') return listText(document, schema);
    return type === 'object' ? objectText(schema) : plainText(type, schema);
  });
  return [
    ...words,
    ...(types.length > 0 && isNullable ? ['null'] : []),
    ...(types.length ? [] : ['null']),
  ].join(' or ');
}

function listText(document: ApiDocument, { items, maxItems }: Schema): string {
  const of = items ? ` of ${schemaText(document, items)}` : '';
  return `list${of}${maxItems ? `, up to ${maxItems.toLocaleString('en')}` : ''}`;
}

/** Describes the schema of an object, such as `object with variant_id, quantity`. */
function objectText({ properties }: Schema): string {
  const names = Object.keys(properties ?? {}).map((name) => `\`${name}\``);
  return names.length > 0 ? `object with ${names.join(', ')}` : 'object';
}

function plainText(type: string, { format, minLength = 0, maxLength, minimum, maximum }: Schema): string {
  if (format === 'date-time') return 'time';
  if (format === 'uuid') return 'UUID';
  if (format === 'uri') return 'URL';
  if (maxLength !== undefined)
    return `${type}, ${minLength ? `${minLength}–` : 'up to '}${maxLength.toLocaleString('en')} characters`;
  const isBounded = maximum !== undefined && maximum < 1e9;
  if (minimum !== undefined)
    return `${type} ${isBounded ? `${minimum}–${maximum}` : `from ${minimum.toLocaleString('en')}`}`;
  return type;
}

/** Formats a Markdown table without empty columns. */
export function table(allHeadings: string[], allRows: string[][]): string {
  const filled = allHeadings.map((_, at) => allRows.some((row) => row[at]));
  const [headings, ...rows] = [allHeadings, ...allRows].map((row) => row.filter((_, at) => filled[at])) as [
    string[],
    ...string[][],
  ];
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}
