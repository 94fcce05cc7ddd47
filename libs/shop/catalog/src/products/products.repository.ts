import type { ParsedResource, Row } from '@storewright/json-api';
import {
  checkTransition,
  type ColumnValues,
  TableRepository,
  type TransactionContext,
} from '@storewright/resources';
import { removeVariantsOf } from '../variants/variants.repository';
import { freeHandle } from './handles';
import { productStates } from './product-states';
import type { CreateProduct, UpdateProduct } from './products.dto';
import { products } from './products.resource';

export const productsRepository = new TableRepository(products, {
  unique: { handle: 'handle' },
  beforeInsert,
  beforeUpdate,
  beforeRemove: removeVariantsOf,
});

async function beforeInsert(
  context: TransactionContext,
  { attributes }: ParsedResource<CreateProduct>,
): Promise<ColumnValues> {
  const { status = 'draft', description = '', tags = [], title } = attributes;
  const handle = attributes.handle ?? (await freeHandle(context, title));
  const published_at = attributes.published_at ?? (status === 'active' ? now() : null);
  return { title, handle, description, status, tags, published_at };
}

function beforeUpdate(
  _context: TransactionContext,
  row: Row,
  { attributes, pointer }: ParsedResource<UpdateProduct>,
): ColumnValues {
  const { status } = attributes;
  if (status !== undefined)
    checkTransition(productStates, String(row['status']), status, `${pointer}/attributes/status`);
  const isFirst =
    status === 'active' && row['published_at'] === null && attributes.published_at === undefined;
  return { ...attributes, ...(isFirst && { published_at: now() }) };
}

const now = () => new Date().toISOString();
