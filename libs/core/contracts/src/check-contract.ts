import { type Contract, type ResourceUses, type UseKind, useKinds } from './contract';
import type { Declarations } from './declarations';

/** A name in an app's API contract that the API does not declare, or that is deprecated. */
export interface Finding {
  /**
   * The app already fails with an `undeclared` name. With a `deprecated` name, the app fails after the sunset
   * date.
   */
  kind: 'undeclared' | 'deprecated';
  /** Resource type, or a name in it, such as `orders`, `orders.total_amount` or `orders.created`. */
  name: string;
  /** Deprecated resource, attribute or route in the format of usage counts. Absent for an undeclared name. */
  feature?: string;
  /** Sentence without a subject, such as "reads orders.total_amount, which the API does not declare." */
  text: string;
}

const verbs: Readonly<Record<UseKind, (type: string, name: string) => string>> = {
  operations: (type, name) => `uses the operation ${name} of ${type}`,
  reads: (type, name) => `reads ${type}.${name}`,
  creates: (type, name) => `sends ${type}.${name} in creations`,
  updates: (type, name) => `sends ${type}.${name} in updates`,
  filters: (type, name) => `filters ${type} by ${name}`,
  sorts: (type, name) => `sorts ${type} by ${name}`,
  includes: (type, name) => `includes ${name} of ${type}`,
};

const requests: Readonly<Record<string, (type: string) => string>> = {
  list: (type) => `GET /api/${type}`,
  create: (type) => `POST /api/${type}`,
  get: (type) => `GET /api/${type}/:id`,
  update: (type) => `PATCH /api/${type}/:id`,
  delete: (type) => `DELETE /api/${type}/:id`,
};

/** Resource type of events about app installations. Only the auth API declares this type. */
const INSTALLATIONS = 'installations';

/**
 * Compares an app's API contract with the declarations of the API. `types` limits the comparison to these
 * resource types and their events.
 */
export function checkContract(
  contract: Contract,
  declarations: Declarations,
  types: readonly string[] = [...Object.keys(contract.resources), ...contract.events.map(subjectOf)],
): Finding[] {
  const checked = new Set(types);
  const findings = Object.entries(contract.resources)
    .filter(([type]) => checked.has(type))
    .flatMap(([type, uses]) => findingsOf(type, uses, declarations));
  const events = contract.events
    .filter((event) => checked.has(subjectOf(event)) && subjectOf(event) !== INSTALLATIONS)
    .filter((event) => !declarations.events.includes(event))
    .map((event) => undeclared(event, `receives the event ${event}`));
  return onePerFeature([...findings, ...events]);
}

function findingsOf(type: string, uses: ResourceUses, declarations: Declarations): Finding[] {
  const declared = ownMember(declarations.resources, type);
  if (type === INSTALLATIONS && !declared) return [];
  if (!declared) return [undeclared(type, `uses the resource ${type}`)];
  const ofType = deprecationOf(type, type, `uses the resource ${type}`, declarations);
  return [
    ...ofType,
    ...useKinds.flatMap((kind) =>
      (uses[kind] ?? []).flatMap((name): Finding[] => {
        const used = verbs[kind](type, name);
        if (!declared[kind].includes(name))
          return [undeclared(kind === 'operations' ? type : `${type}.${name}`, used)];
        const feature = featureOf(type, kind, name);
        return feature === undefined ? [] : deprecationOf(feature, `${type}.${name}`, used, declarations);
      }),
    ),
  ];
}

const undeclared = (name: string, used: string): Finding => ({
  kind: 'undeclared',
  name,
  text: `${used}, which the API does not declare.`,
});

function deprecationOf(feature: string, name: string, used: string, { deprecated }: Declarations): Finding[] {
  const found = ownMember(deprecated, feature);
  if (!found) return [];
  const end = found.sunset ? ` and is removed on ${found.sunset} at the earliest` : '';
  const text = `${used}, which is deprecated since ${found.since}${end}. ${found.instead}`;
  return [{ kind: 'deprecated', name, feature, text }];
}

function onePerFeature(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ feature }) => {
    if (feature === undefined) return true;
    const isNew = !seen.has(feature);
    seen.add(feature);
    return isNew;
  });
}

/**
 * Returns everything in an app's API contract that the API can deprecate: resources, attributes and routes.
 */
export function featuresOf({ resources }: Contract): string[] {
  const features = Object.entries(resources).flatMap(([type, uses]) => [
    type,
    ...useKinds.flatMap((kind) => (uses[kind] ?? []).flatMap((name) => featureOf(type, kind, name) ?? [])),
  ]);
  return [...new Set(features)].sort();
}

/**
 * Returns the route or attribute that the API can deprecate, in the format of usage counts. Returns undefined
 * for an operation that has no own route, such as `export`.
 */
function featureOf(type: string, kind: UseKind, name: string): string | undefined {
  return kind === 'operations' ? ownMember(requests, name)?.(type) : `${type}.${attributeOf(name)}`;
}

/** Returns an own member of an object. Ignores inherited members such as `constructor`. */
const ownMember = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;

/** Returns the attribute of a filter with an operator: `total_amount` for `total_amount[gte]`. */
const attributeOf = (name: string): string => name.split('[', 1)[0]!;
const subjectOf = (event: string): string => event.split('.', 1)[0]!;
