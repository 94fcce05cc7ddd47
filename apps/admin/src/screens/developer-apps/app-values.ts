import type { AppAttributes } from './own-app';

/** An app as it stands in a form. */
export interface AppValues extends AppAttributes {
  /** Empty: none. */
  webhook_url: string;
  description: string;
  privacy_url: string;
  support_url: string;
}

export type AppField = keyof AppValues;

/** In the order of the form. */
export const appFields: readonly AppField[] = [
  'name',
  'install_url',
  'description',
  'privacy_url',
  'support_url',
  'scopes',
  'webhook_url',
  'webhook_events',
  'require_proof',
  'require_secret',
];

/** The parts of an app's page that are forms, each with its fields. */
export const sectionFields = {
  settings: [
    ...(['name', 'install_url', 'description', 'privacy_url', 'support_url'] as const),
    ...(['require_proof', 'require_secret'] as const),
  ],
  permissions: ['scopes'],
  webhooks: ['webhook_url', 'webhook_events'],
} as const satisfies Record<string, readonly AppField[]>;

export type Section = keyof typeof sectionFields;

export const emptyValues: AppValues = {
  name: '',
  install_url: '',
  description: '',
  privacy_url: '',
  support_url: '',
  scopes: [],
  webhook_url: '',
  webhook_events: [],
  require_proof: false,
  require_secret: false,
};

export function valuesOf(attributes: AppAttributes): AppValues {
  const { name, install_url, scopes, webhook_url, webhook_events } = attributes;
  const { require_proof, require_secret } = attributes;
  return {
    ...{ name, install_url, scopes, webhook_url: webhook_url ?? '', webhook_events },
    ...{ require_proof, require_secret },
    description: attributes.description ?? '',
    privacy_url: attributes.privacy_url ?? '',
    support_url: attributes.support_url ?? '',
  };
}

/** What is sent: without the spaces that come with pasting. */
export function attributesOf({ name, install_url, webhook_url, ...others }: AppValues): AppAttributes {
  const { description, privacy_url, support_url, ...rest } = others;
  return {
    name: name.trim(),
    install_url: install_url.trim(),
    webhook_url: webhook_url.trim() || null,
    description: description.trim() || null,
    privacy_url: privacy_url.trim() || null,
    support_url: support_url.trim() || null,
    ...rest,
  };
}

/** The fields in which two differ. */
export function differing(one: AppValues, other: AppValues): AppField[] {
  return appFields.filter((field) => !isSame(one[field], other[field]));
}

/** What has changed since `base`, and nothing else. */
export function changesSince(base: AppValues, values: AppValues): Partial<AppAttributes> {
  const attributes = attributesOf(values);
  const changed = differing(base, valuesOf(attributes));
  return Object.fromEntries(changed.map((field) => [field, attributes[field]]));
}

/** What somebody else has changed in a field that this form is about, too. */
export interface OthersChange {
  field: AppField;
  /** Both have changed it, to something else each: what was typed stands, and theirs can be taken instead. */
  isConflict: boolean;
}

/**
 * Puts what was typed on top of a newer version: a field that was not touched follows the newer one, a field that was keeps what was typed.
 *
 * @param base the version that the form began with
 */
export function rebased(
  base: AppValues,
  typed: AppValues,
  newer: AppValues,
): { values: AppValues; others: OthersChange[] } {
  const mine = differing(base, typed);
  const values = { ...newer, ...Object.fromEntries(mine.map((field) => [field, typed[field]])) } as AppValues;
  const others = differing(base, newer).map((field) => ({
    field,
    isConflict: mine.includes(field) && !isSame(typed[field], newer[field]),
  }));
  return { values, others };
}

/** Lists are sets: their order says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((each) => other.includes(each));
}
