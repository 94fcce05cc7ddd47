import { Entity } from 'typeorm';
import { Bytea, CollatedText } from '@storewright/rows';

/** A digest that identifies an encryption key without revealing it. */
@Entity({ schema: 'auth', name: 'key_checks' })
export class KeyCheck {
  /** Name of the encryption key: `TOKEN_KEY`, or `SECRETS_KEY` followed by the id of the key. */
  @CollatedText({ primary: true })
  name: string;

  @Bytea()
  digest: Buffer;
}
