import type { Declarations } from '@storewright/contracts';
import type { AuthDatabase } from '@storewright/database';
import { CollatedText, Json, type JsonText, parseJson, Timestamp } from '@storewright/entities';
import { Entity } from 'typeorm';

/**
 * Resources, event types and deprecated features of an API. The shop API stores its declarations when it
 * starts.
 */
@Entity({ schema: 'auth', name: 'api_declarations' })
export class ApiDeclarations {
  @CollatedText({ primary: true })
  api: 'shop';

  @Json()
  declarations: JsonText<Declarations>;

  @Timestamp({ default: () => 'now()' })
  stored_at: string;
}

/** Returns the names that the shop API declares, or undefined if the shop API has never started. */
export async function declaredNames(database: AuthDatabase): Promise<Declarations | undefined> {
  const row = await database.of({}, ApiDeclarations).findOneBy({ api: 'shop' });
  return row ? parseJson(row.declarations) : undefined;
}
