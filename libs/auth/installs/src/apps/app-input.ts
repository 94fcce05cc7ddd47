import { checkNetworks, IsNetworkList } from '@storewright/access';
import {
  checkNames,
  type CustomValidation,
  IsNullable,
  IsStringArray,
  type Violations,
  type Vocabulary,
} from '@storewright/json-api';
import { IsDisplayName, IsDisplayText } from '@storewright/people';
import { declaredScopes, isEventType, isScope } from '@storewright/scopes';
import { IsBoolean, ValidateIf } from 'class-validator';
import { IsAppUrl } from '@storewright/app-listings';

/** Maximum length of an app description in code points. */
const MAX_DESCRIPTION = 500;

/** Condition for `ValidateIf`: validates null, but skips an absent attribute. */
const sent = (_: object, value: unknown) => value !== undefined;

export const scopeNames: Vocabulary = { what: 'scope', has: isScope, see: 'see GET /api/scopes' };
const eventNames: Vocabulary = {
  what: 'event',
  has: isEventType,
  see: 'see GET /api/event_types',
};
export const ofScopes = 'scopes such as "meta.get"';

/** Removes duplicate scopes and sorts the scopes in the order of the scope registry. */
export function ordered(scopes: readonly string[]): string[] {
  const requested = new Set(scopes);
  return declaredScopes.map(({ scope }) => scope).filter((scope) => requested.has(scope));
}

class AppInput implements CustomValidation {
  scopes?: string[];

  /** Scopes that a shop owner can grant in addition to the required ones. The app must work without them. */
  @ValidateIf(sent)
  @IsStringArray(ofScopes)
  optional_scopes?: string[];

  @IsNullable()
  @IsAppUrl()
  webhook_url?: string | null;

  @ValidateIf(sent)
  @IsStringArray('events such as "meta.updated"')
  webhook_events?: string[];

  @IsNullable()
  @IsDisplayText(MAX_DESCRIPTION)
  description?: string | null;

  @IsNullable()
  @IsAppUrl()
  privacy_url?: string | null;

  @IsNullable()
  @IsAppUrl()
  support_url?: string | null;

  /** If true, requests with tokens of the app require a Secret-Proof header (docs/contract.md §3). */
  @ValidateIf(sent)
  @IsBoolean({ message: 'require_proof must be true or false' })
  require_proof?: boolean;

  /** If true, exchanging a nonce requires the secret of the app (docs/contract.md §4). */
  @ValidateIf(sent)
  @IsBoolean({ message: 'require_secret must be true or false' })
  require_secret?: boolean;

  /**
   * Networks in CIDR notation from which tokens of the app can be used. null allows every network. A shop can
   * override this value.
   */
  @IsNullable()
  @IsNetworkList()
  allowed_networks?: string[] | null;

  check(violations: Violations, pointer: string): void {
    checkNames(this.scopes, scopeNames, violations, `${pointer}/scopes`);
    checkNames(this.optional_scopes, scopeNames, violations, `${pointer}/optional_scopes`);
    checkNames(this.webhook_events, eventNames, violations, `${pointer}/webhook_events`);
    checkNetworks(this.allowed_networks, violations, `${pointer}/allowed_networks`);
  }
}

/**
 * Query parameters that an install URL must not contain, because the platform appends them (docs/contract.md §4, RFC
 * 6749 §4.1.2, RFC 9207).
 */
const reserved = ['nonce', 'state', 'code', 'iss', 'error', 'error_description'];

export class CreateApp extends AppInput {
  @IsDisplayName()
  name: string;

  @IsAppUrl(reserved)
  install_url: string;

  @IsStringArray(ofScopes)
  override scopes: string[];
}

export class UpdateApp extends AppInput {
  @ValidateIf(sent)
  @IsDisplayName()
  name?: string;

  @ValidateIf(sent)
  @IsAppUrl(reserved)
  install_url?: string;

  @ValidateIf(sent)
  @IsStringArray(ofScopes)
  override scopes?: string[];
}
