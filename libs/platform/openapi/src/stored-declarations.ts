import type { INestApplicationContext } from '@nestjs/common';
import { declarationsOf } from '@storewright/contracts';
import { AuthDatabase } from '@storewright/database';
import { openapiDocumentOf } from './openapi-document';
import type { ApiDescription } from './route';

const store = {
  name: 'store-declarations',
  text: `INSERT INTO auth.api_declarations AS d (api, declarations) VALUES ('shop', $1::jsonb)
    ON CONFLICT (api) DO UPDATE SET declarations = EXCLUDED.declarations, stored_at = now()
    WHERE d.declarations IS DISTINCT FROM EXCLUDED.declarations`,
};

/**
 * Stores the names that the shop API declares, with which the auth API compares app contracts. During a
 * rolling update, the names of the instance that starts last remain.
 */
export async function storeDeclarations(
  application: INestApplicationContext,
  description: ApiDescription,
): Promise<void> {
  const declarations = declarationsOf(openapiDocumentOf(application, description));
  const database = application.get(AuthDatabase, { strict: false });
  await database.query({}, { ...store, values: [JSON.stringify(declarations)] });
}
