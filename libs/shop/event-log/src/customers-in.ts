import type { DocumentRow } from '@storewright/json-api';

const CUSTOMER = /"type":\s?"customers",\s?"id":\s?"([0-9a-f-]{36})"/;

export function customersIn({ data }: DocumentRow): string[] {
  const id = typeof data === 'string' ? CUSTOMER.exec(data)?.[1] : undefined;
  return id === undefined ? [] : [id];
}
