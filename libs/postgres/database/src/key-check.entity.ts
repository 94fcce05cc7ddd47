import { Entity } from 'typeorm';
import { Bytea, CollatedText } from '@storewright/rows';

/** A digest that identifies a key without revealing the key. */
@Entity({ schema: 'auth', name: 'key_checks' })
export class KeyCheck {
  /** Name of the key: `TOKEN_KEY`, or `SECRETS_KEY` with the id of the key. */
  @CollatedText({ primary: true })
  name: string;

  @Bytea()
  digest: Buffer;
}
