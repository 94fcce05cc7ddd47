import { networksIn, textOfNetworks } from '../../parts/networks/networks';
import type { AppAttributes } from './own-app';

export interface AppValues extends Omit<AppAttributes, 'allowed_networks'> {
  /** Webhook URL. Empty for an app without webhooks. */
  webhook_url: string;
  description: string;
  privacy_url: string;
  support_url: string;
  allowed_networks: string;
}

export type AppField = keyof AppValues;
type ScopeField = 'scopes' | 'optional_scopes';

export const appFields: readonly AppField[] = [
  'name',
  'install_url',
  'description',
  'privacy_url',
  'support_url',
  'scopes',
  'optional_scopes',
  'webhook_url',
  'webhook_events',
  'require_proof',
  'require_secret',
  'allowed_networks',
];

export const sectionFields = {
  settings: [
    ...(['name', 'install_url', 'description', 'privacy_url', 'support_url'] as const),
    ...(['require_proof', 'require_secret', 'allowed_networks'] as const),
  ],
  permissions: ['scopes', 'optional_scopes'],
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
  optional_scopes: [],
  webhook_url: '',
  webhook_events: [],
  require_proof: false,
  require_secret: false,
  allowed_networks: '',
};

export function valuesOf(attributes: AppAttributes): AppValues {
  const { name, install_url, scopes, optional_scopes, webhook_url, webhook_events } = attributes;
  const { require_proof, require_secret } = attributes;
  return {
    ...{ name, install_url, scopes, optional_scopes, webhook_url: webhook_url ?? '', webhook_events },
    ...{ require_proof, require_secret },
    description: attributes.description ?? '',
    privacy_url: attributes.privacy_url ?? '',
    support_url: attributes.support_url ?? '',
    allowed_networks: textOfNetworks(attributes.allowed_networks),
  };
}

/** Returns the attributes for a request, with whitespace trimmed. */
export function attributesOf({ name, install_url, webhook_url, ...others }: AppValues): AppAttributes {
  const { description, privacy_url, support_url, allowed_networks, ...rest } = others;
  return {
    name: name.trim(),
    install_url: install_url.trim(),
    webhook_url: webhook_url.trim() || null,
    description: description.trim() || null,
    privacy_url: privacy_url.trim() || null,
    support_url: support_url.trim() || null,
    allowed_networks: networksIn(allowed_networks),
    ...rest,
  };
}

export function requestedScopes({ scopes, optional_scopes }: Pick<AppValues, ScopeField>): string[] {
  return [...new Set([...scopes, ...optional_scopes])];
}

export function splitScopes(
  requested: readonly string[],
  optional: readonly string[],
): Pick<AppValues, ScopeField> {
  const isOptional = (scope: string): boolean => optional.includes(scope);
  return {
    scopes: requested.filter((scope) => !isOptional(scope)),
    optional_scopes: requested.filter(isOptional),
  };
}

export function differing(one: AppValues, other: AppValues): AppField[] {
  return appFields.filter((field) => !isSame(one[field], other[field]));
}

export function changesSince(base: AppValues, values: AppValues): Partial<AppAttributes> {
  const attributes = attributesOf(values);
  const changed = differing(base, valuesOf(attributes));
  return Object.fromEntries(changed.map((field) => [field, attributes[field]]));
}

/** A field that another user has changed while this user was editing the app. */
export interface OthersChange {
  field: AppField;
  /**
   * True if both users changed the field to different values. The field contains this user's value, and this user can
   * select the other value.
   */
  isConflict: boolean;
}

/**
 * Applies the user's edits to a newer version of the app. Unedited fields get the newer values.
 *
 * @param base version of the app before the edits
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

/** Compares two field values without regard to the order of a list. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((each) => other.includes(each));
}
