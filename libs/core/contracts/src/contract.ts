/**
 * How an app can use a name of a resource type. `reads`: the app requests or reads the attribute,
 * relationship or member of `meta`. `creates` and `updates`: the app sends the attribute or relationship.
 */
export const useKinds = [
  'operations',
  'reads',
  'creates',
  'updates',
  'filters',
  'sorts',
  'includes',
] as const;
export type UseKind = (typeof useKinds)[number];

export type ResourceUses = Partial<Record<UseKind, readonly string[]>> & {
  /**
   * True if the app copied complete objects of the resource type. The API contract then does not list all
   * attributes that the app reads.
   */
  copied?: true;
};

/** Names of the API that an app uses, as in the file `storewright.contract.json`. */
export interface Contract {
  version: 1;
  /** Id and name of the app. Only contracts that the platform exported contain them. */
  app?: { id: string; name: string };
  resources: Readonly<Record<string, ResourceUses>>;
  events: readonly string[];
}

/** Thrown for an invalid API contract of an app. Contains a JSON pointer to the invalid member. */
export class ContractError extends Error {
  constructor(
    message: string,
    readonly pointer: string,
  ) {
    super(message);
  }
}

const MAX_RESOURCES = 200;
const MAX_NAMES = 1_000;

const NAME = /^[A-Za-z][\w.[\]-]{0,199}$/;

export function parseContract(value: unknown): Contract {
  const contract = objectAt(value, '');
  if (contract['version'] !== 1) throw new ContractError('version must be 1.', '/version');
  refuseOthers(contract, ['version', 'app', 'resources', 'events'], '');
  const resources = objectAt(contract['resources'], '/resources');
  const types = Object.keys(resources);
  if (types.length > MAX_RESOURCES)
    throw new ContractError(`A contract can name at most ${MAX_RESOURCES} resource types.`, '/resources');
  const app = contract['app'] === undefined ? undefined : appAt(contract['app']);
  return {
    version: 1,
    ...(app && { app }),
    resources: Object.fromEntries(
      types
        .toSorted()
        .map((type) => [nameAt(type, '/resources'), usesAt(resources[type], `/resources/${type}`)]),
    ),
    events: namesAt(contract['events'] ?? [], '/events'),
  };
}

function appAt(value: unknown): { id: string; name: string } {
  const { id, name } = objectAt(value, '/app');
  if (typeof id !== 'string' || typeof name !== 'string')
    throw new ContractError('app must have an id and a name, both strings.', '/app');
  return { id, name };
}

function usesAt(value: unknown, pointer: string): ResourceUses {
  const uses = objectAt(value, pointer);
  refuseOthers(uses, [...useKinds, 'copied'], pointer);
  if (uses['copied'] !== undefined && uses['copied'] !== true)
    throw new ContractError('copied must be true or absent.', `${pointer}/copied`);
  const lists = useKinds.filter((kind) => uses[kind] !== undefined);
  return {
    ...Object.fromEntries(lists.map((kind) => [kind, namesAt(uses[kind], `${pointer}/${kind}`)])),
    ...(uses['copied'] && { copied: true }),
  };
}

function namesAt(value: unknown, pointer: string): string[] {
  if (!Array.isArray(value)) throw new ContractError('This member must be an array of names.', pointer);
  if (value.length > MAX_NAMES)
    throw new ContractError(`A list can contain at most ${MAX_NAMES} names.`, pointer);
  return [...new Set(value.map((name, at) => nameAt(name, `${pointer}/${at}`)))].sort();
}

function nameAt(value: unknown, pointer: string): string {
  if (typeof value === 'string' && NAME.test(value)) return value;
  throw new ContractError('A name must be a string of letters, digits, "_", "-", ".", "[" and "]".', pointer);
}

function objectAt(value: unknown, pointer: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new ContractError('This member must be an object.', pointer);
}

function refuseOthers(object: object, allowed: readonly string[], pointer: string): void {
  const other = Object.keys(object).find((name) => !allowed.includes(name));
  if (other === undefined) return;
  throw new ContractError(
    `A contract has no member with this name. Use ${allowed.join(', ')}.`,
    `${pointer}/${other.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  );
}
