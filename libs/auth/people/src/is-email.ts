import { described, IsText } from '@storewright/json-api';
import { ValidateBy } from 'class-validator';

/** Something before and after one @. Whether mails arrive there is found out by sending one. */
const address = /^[^\s@<>,;]+@[^\s@<>,;]+$/;

/** An address that mails are sent to. */
export function IsEmailAddress(): PropertyDecorator {
  return (target, property) => {
    IsText(3, 320)(target, property);
    ValidateBy(
      {
        name: 'isEmail',
        validator: {
          validate: (value: unknown) =>
            typeof value !== 'string' || value.length < 3 || address.test(value.trim()),
          defaultMessage: () => `${String(property)} is an email address`,
        },
      },
      described({ format: 'email' }),
    )(target, property);
  };
}
