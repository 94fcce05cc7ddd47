import {
  codePoints,
  described,
  IsNullable,
  isObject,
  isStorable,
  type JsonSchema,
  pointerBelow,
  shown,
  type Violations,
} from '@storewright/json-api';
import { ValidateBy } from 'class-validator';

export type PostalAddress = Partial<Record<keyof typeof longest, string | null>>;

/** Maximum length of each member of an address, in characters. */
const longest = {
  first_name: 255,
  last_name: 255,
  company: 255,
  line1: 255,
  line2: 255,
  city: 255,
  province: 255,
  postal_code: 32,
  /** Length of an ISO 3166-1 alpha-2 country code. */
  country_code: 2,
  phone: 32,
};
const members = Object.keys(longest);

export const addressSchema: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(longest).map(([name, maxLength]) => [
      name,
      name === 'country_code'
        ? { type: ['string', 'null'], pattern: '^[A-Z]{2}$' }
        : { type: ['string', 'null'], maxLength },
    ]),
  ),
  additionalProperties: false,
};

/**
 * Accepts an address or null. Does not validate the members of the address, so the DTO's method `check` must
 * call `checkAddresses`.
 */
export function IsAddress(): PropertyDecorator {
  return (target, property) => {
    IsNullable()(target, property);
    const defaultMessage = () => `${String(property)} must be an object with ${members.join(', ')}`;
    ValidateBy(
      { name: 'isAddress', validator: { validate: isObject, defaultMessage } },
      described(addressSchema),
    )(target, property);
  };
}

/**
 * Adds a violation for each unknown or invalid member of an address. `pointer` is the JSON pointer to the
 * attributes.
 */
export function checkAddresses(
  addresses: Readonly<Record<string, unknown>>,
  violations: Violations,
  pointer: string,
): void {
  for (const [attribute, address] of Object.entries(addresses)) {
    if (!isObject(address)) continue;
    for (const name of Object.keys(address)) {
      if (violations.isFull) return;
      const value = address[name];
      const source = { pointer: pointerBelow(`${pointer}/${attribute}`, name) };
      const fault = faultOf(name, value);
      if (fault)
        violations.add(members.includes(name) ? 'invalid_attribute' : 'unknown_attribute', {
          ...{ detail: fault, source },
          meta: { attribute },
        });
    }
  }
}

function faultOf(name: string, value: unknown): string | undefined {
  if (!members.includes(name))
    return `An address cannot have a member "${shown(name)}". Use ${members.join(', ')}.`;
  if (value === null) return undefined;
  if (name === 'country_code')
    return typeof value === 'string' && /^[A-Z]{2}$/.test(value)
      ? undefined
      : 'country_code must be two capital letters of ISO 3166, such as DE.';
  const most = longest[name as keyof typeof longest];
  const isText = typeof value === 'string' && isStorable(value) && codePoints(value) <= most;
  return isText ? undefined : `${name} must be a string of at most ${most} characters.`;
}
