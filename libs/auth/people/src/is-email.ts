import { described, IsText } from '@storewright/json-api';
import { ValidateBy } from 'class-validator';

/** Requires text on both sides of a single @. Only sending an email can prove that the address exists. */
const address = /^[^\s@<>,;]+@[^\s@<>,;]+$/;

export function IsEmailAddress(): PropertyDecorator {
  return (target, property) => {
    IsText(3, 320)(target, property);
    ValidateBy(
      {
        name: 'isEmail',
        validator: {
          validate: (value: unknown) =>
            typeof value !== 'string' || value.length < 3 || address.test(value.trim()),
          defaultMessage: () => `${String(property)} must be an email address`,
        },
      },
      described({ format: 'email' }),
    )(target, property);
  };
}
