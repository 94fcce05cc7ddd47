import { type ChecksItself, IsText, shown, type Violations } from '@storewright/json-api';
import { declaredScopes, events, isEventType, isScope } from '@storewright/scopes';
import { IsBoolean, IsOptional, ValidateBy, ValidateIf } from 'class-validator';
import { IsAppUrl } from './app-url';

/** Absent is fine; null is not absent. */
const sent = (_: object, value: unknown) => value !== undefined;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function AreTexts(what: string): PropertyDecorator {
  return ValidateBy({
    name: 'areTexts',
    validator: { validate: isTexts, defaultMessage: (given) => `${given?.property} is a list of ${what}` },
  });
}

export function AreScopes(): PropertyDecorator {
  return AreTexts('scopes such as "meta.get"');
}

/** Names every scope that no resource declares. */
export function checkScopes(scopes: unknown, violations: Violations, pointer: string): void {
  refuseUnknown(scopes, isScope, violations, { pointer, what: 'scope', see: 'GET /api/scopes lists them' });
}

function refuseUnknown(
  values: unknown,
  known: (text: string) => boolean,
  violations: Violations,
  { pointer, what, see }: { pointer: string; what: string; see: string },
): void {
  if (!isTexts(values)) return;
  for (const [at, value] of values.entries()) {
    if (known(value)) continue;
    violations.add('invalid_attribute', {
      detail: `There is no ${what} "${shown(value)}"; ${see}.`,
      source: { pointer: `${pointer}/${at}` },
      meta: { attribute: pointer.split('/').at(-1) },
    });
  }
}

/** Each scope once, in the order of the catalogue. */
export function ordered(scopes: readonly string[]): string[] {
  const asked = new Set(scopes);
  return declaredScopes.map(({ scope }) => scope).filter((scope) => asked.has(scope));
}

/** What an app may say of itself besides what it must. */
class AppInput implements ChecksItself {
  scopes?: string[];

  @IsOptional()
  @IsAppUrl()
  webhook_url?: string | null;

  @ValidateIf(sent)
  @AreTexts('events such as "meta.updated"')
  webhook_events?: string[];

  /** Requests with the app's tokens then need a Secret-Proof (CONTRACT §3). */
  @ValidateIf(sent)
  @IsBoolean({ message: 'require_proof is true or false' })
  require_proof?: boolean;

  check(violations: Violations, pointer: string): void {
    checkScopes(this.scopes, violations, `${pointer}/scopes`);
    refuseUnknown(this.webhook_events, isEventType, violations, {
      pointer: `${pointer}/webhook_events`,
      what: 'event',
      see: `there are ${Object.keys(events).join(', ')}`,
    });
  }
}

/** The parameters of the install URL that are ours. */
const reserved = ['nonce', 'state'];

export class CreateApp extends AppInput {
  @IsText(1, 100)
  name: string;

  @IsAppUrl(reserved)
  install_url: string;

  @AreScopes()
  override scopes: string[];
}

export class UpdateApp extends AppInput {
  @ValidateIf(sent)
  @IsText(1, 100)
  name?: string;

  @ValidateIf(sent)
  @IsAppUrl(reserved)
  install_url?: string;

  @ValidateIf(sent)
  @AreScopes()
  override scopes?: string[];
}
