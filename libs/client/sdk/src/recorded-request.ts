import type { NameSink, SentRequest } from './recording';

interface SentObject {
  type?: unknown;
  attributes?: object;
  relationships?: object;
}

const OF_LIST: Record<string, string> = { GET: 'list', POST: 'create' };
const OF_OBJECT: Record<string, string> = { GET: 'get', PATCH: 'update', DELETE: 'delete' };
const OF_ATOMIC: Record<string, string> = { add: 'create', update: 'update', remove: 'delete' };

export function recordRequest(sink: NameSink, request: SentRequest, document?: unknown): void {
  const [path, query] = request.path.split('?', 2) as [string, string?];
  const [root, type, id, ...names] = path.slice(1).split('/');
  if (root !== 'api' || !type || type.includes('.')) return;
  const { method, body } = request;
  if (type === 'operations') return recordAtomic(sink, body);
  if (type === 'search') return recordSearch(sink, new URLSearchParams(query));
  if (type === 'exports') return recordExport(sink, body);
  if (names.length === 0) {
    const operation = (id === undefined ? OF_LIST : OF_OBJECT)[method];
    if (operation === undefined) return;
    sink.add(type, 'operations', [operation]);
    recordSent(sink, operation, (body as { data?: SentObject } | undefined)?.data);
    return recordQuery(sink, type, new URLSearchParams(query));
  }
  const [name, ...more] = names[0] === 'relationships' ? names.slice(1) : names;
  if (!name || more.length > 0) return;
  sink.add(type, method === 'GET' ? 'reads' : 'updates', [name]);
  // Only the response contains the type of the related resources.
  const [related] = [(document as { data?: SentObject | SentObject[] } | undefined)?.data].flat();
  if (typeof related?.type === 'string') recordQuery(sink, related.type, new URLSearchParams(query));
}

function recordQuery(sink: NameSink, type: string, query: URLSearchParams): void {
  for (const [parameter, value] of query) {
    const [, kind, name = '', operator = ''] =
      /^(filter|fields)\[([^\]]+)\](\[[^\]]+\])?$/.exec(parameter) ?? [];
    const names = value.split(',').filter((each) => each !== '');
    if (kind === 'filter') sink.add(type, 'filters', [name + operator]);
    else if (kind === 'fields') sink.add(name, 'reads', names);
    else if (parameter === 'include') sink.add(type, 'includes', names);
    else if (parameter === 'sort') sink.add(type, 'sorts', sortFields(value));
  }
}

/** Records the attributes and relationships that the app sends, except members with the value undefined. */
function recordSent(sink: NameSink, operation: string, sent: SentObject | undefined): void {
  if (typeof sent?.type !== 'string' || !['create', 'update'].includes(operation)) return;
  const members = Object.entries({ ...sent.attributes, ...sent.relationships });
  const names = members.flatMap(([name, value]) => (value === undefined ? [] : [name]));
  sink.add(sent.type, operation === 'create' ? 'creates' : 'updates', names);
}

function recordAtomic(sink: NameSink, body: unknown): void {
  const { 'atomic:operations': operations = [] } = (body ?? {}) as {
    'atomic:operations'?: { op: string; ref?: SentObject; data?: SentObject }[];
  };
  for (const { op, ref, data } of operations) {
    const operation = OF_ATOMIC[op];
    const type = ref?.type ?? data?.type;
    if (operation === undefined || typeof type !== 'string') continue;
    sink.add(type, 'operations', [operation]);
    recordSent(sink, operation, data);
  }
}

function recordSearch(sink: NameSink, query: URLSearchParams): void {
  for (const type of query.get('filter[type]')?.split(',') ?? []) sink.add(type, 'operations', ['search']);
  for (const [parameter, value] of query) {
    const [, type] = /^fields\[([^\]]+)\]$/.exec(parameter) ?? [];
    if (type !== undefined) sink.add(type, 'reads', value.split(','));
  }
}

function recordExport(sink: NameSink, body: unknown): void {
  const { data } = (body ?? {}) as { data?: { attributes?: Record<string, unknown> } };
  const { resource_type: type, filter, sort, fields } = data?.attributes ?? {};
  if (typeof type !== 'string') return;
  sink.add(type, 'operations', ['export']);
  if (Array.isArray(fields)) sink.add(type, 'reads', fields as string[]);
  if (typeof sort === 'string') sink.add(type, 'sorts', sortFields(sort));
  for (const [name, value] of Object.entries((filter ?? {}) as Record<string, unknown>)) {
    const isCompared =
      typeof value === 'object' && value !== null && !Array.isArray(value) && name !== 'meta';
    const operators = isCompared && !(value instanceof Date) ? Object.keys(value) : undefined;
    sink.add(type, 'filters', operators?.map((operator) => `${name}[${operator}]`) ?? [name]);
  }
}

const sortFields = (text: string): string[] => text.split(',').map((each) => each.replace(/^-/, ''));
