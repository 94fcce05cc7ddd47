import { described } from '@storewright/json-api';
import { ValidateBy } from 'class-validator';

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The domain of a shop: one label of a host name, so that the address of a panel made of it is one of ours. */
export function IsShopDomain(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isShopDomain',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && label.test(value),
        defaultMessage: (given) =>
          `${given?.property} is the domain of a shop: a-z, 0-9 and "-" inside, at most 63 characters`,
      },
    },
    described({ type: 'string', pattern: label.source }),
  );
}
