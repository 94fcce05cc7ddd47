import { type Contract, type ResourceUses, type UseKind, useKinds } from './contract';
import type { Declarations } from './declarations';

/** A name in a contract that the API does not declare, or that is deprecated. */
export interface Finding {
  /** `undeclared` breaks the app. `deprecated` breaks the app after the sunset. */
  kind: 'undeclared' | 'deprecated';
  /** Resource type, or type and name: `orders`, `orders.total_amount`, `orders.created`. */
  name: string;
  /** Name of the deprecated feature, as in usage counts. Absent for a name that the API does not declare. */
  feature?: string;
  /** Sentence without a subject, such as "reads orders.total_amount, which the API does not declare." */
  text: string;
}

/** What an app does with a name of a resource. */
const verbs: Readonly<Record<UseKind, (type: string, name: string) => string>> = {
  operations: (type, name) => `uses the operation ${name} of ${type}`,
  reads: (type, name) => `reads ${type}.${name}`,
  creates: (type, name) => `sends ${type}.${name} in creations`,
  updates: (type, name) => `sends ${type}.${name} in updates`,
  filters: (type, name) => `filters ${type} by ${name}`,
  sorts: (type, name) => `sorts ${type} by ${name}`,
  includes: (type, name) => `includes ${name} of ${type}`,
};

/** Requests of an operation, as the names of deprecated routes show them. */
const requests: Readonly<Record<string, (type: string) => string>> = {
  list: (type) => `GET /api/${type}`,
  create: (type) => `POST /api/${type}`,
  get: (type) => `GET /api/${type}/:id`,
  update: (type) => `PATCH /api/${type}/:id`,
  delete: (type) => `DELETE /api/${type}/:id`,
};

/** Type of the events about an installation, which the auth API declares. */
const INSTALLATIONS = 'installations';

/**
 * Compares a contract with the declarations of the API. `types` limits the check to these resource types and to their
 * events.
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

/** Keeps the first finding of each deprecated feature. */
function onePerFeature(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ feature }) => {
    if (feature === undefined) return true;
    const isNew = !seen.has(feature);
    seen.add(feature);
    return isNew;
  });
}

/** Returns the names of all features that a deprecation can name and that the contract uses. */
export function featuresOf({ resources }: Contract): string[] {
  const features = Object.entries(resources).flatMap(([type, uses]) => [
    type,
    ...useKinds.flatMap((kind) => (uses[kind] ?? []).flatMap((name) => featureOf(type, kind, name) ?? [])),
  ]);
  return [...new Set(features)].sort();
}

/** Feature of a name, as deprecations and usage counts name the feature. */
function featureOf(type: string, kind: UseKind, name: string): string | undefined {
  return kind === 'operations' ? ownMember(requests, name)?.(type) : `${type}.${attributeOf(name)}`;
}

/** Returns a member without inherited members, such as `constructor`. */
const ownMember = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;

/** Name of the attribute of a filter with an operator: `total_amount` of `total_amount[gte]`. */
const attributeOf = (name: string): string => name.split('[', 1)[0]!;
const subjectOf = (event: string): string => event.split('.', 1)[0]!;
