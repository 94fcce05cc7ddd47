import type { DocumentRow } from '@storewright/json-api';

/** The resource identifier of a customer, in an event of the customer or of an object that refers to the customer. */
const CUSTOMER = /"type":\s?"customers",\s?"id":\s?"([0-9a-f-]{36})"/;

/** Returns the ids of customers whose data the row of an event shows. */
export function customersIn({ data }: DocumentRow): string[] {
  const id = typeof data === 'string' ? CUSTOMER.exec(data)?.[1] : undefined;
  return id === undefined ? [] : [id];
}
