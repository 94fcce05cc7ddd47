import { described } from '@storewright/json-api';
import { ValidateBy } from 'class-validator';

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Validates the domain of a shop. A domain must be a single host name label, so that a panel URL with this
 * domain stays on the platform.
 */
export function IsShopDomain(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isShopDomain',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && label.test(value),
        defaultMessage: (given) =>
          `${given?.property} must be the domain of a shop: a-z, 0-9 and inner hyphens, at most 63 characters`,
      },
    },
    described({ type: 'string', pattern: label.source }),
  );
}
