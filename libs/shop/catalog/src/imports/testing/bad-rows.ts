export const HEADER_OF_BAD_ROWS = 'handle,title,status,tags,published_at,sku,price,currency,quantity,policy';

/**
 * Ten kinds of invalid CSV rows, each with exactly one validation error. `at` makes handles and SKUs unique.
 */
const kinds: readonly [row: (at: number) => string, column: string | null, code: string][] = [
  [(at) => `Not A Handle ${at},T`, 'handle', 'invalid_attribute'],
  [(at) => `no-title-${at}`, 'title', 'invalid_attribute'],
  [(at) => `status-${at},T,sold`, 'status', 'invalid_attribute'],
  [(at) => `tags-${at},T,,"a, a"`, 'tags', 'invalid_attribute'],
  [(at) => `time-${at},T,,,yesterday`, 'published_at', 'invalid_attribute'],
  [(at) => `no-sku-${at},T,,,,,1`, 'sku', 'invalid_attribute'],
  [(at) => `price-${at},T,,,,S-${at},1.999`, 'price_amount', 'invalid_attribute'],
  [(at) => `currency-${at},T,,,,S-${at},1,XXX`, 'currency_code', 'invalid_attribute'],
  [(at) => `quantity-${at},T,,,,S-${at},1,,many`, 'inventory_quantity', 'invalid_attribute'],
  [(at) => `cells-${at},T,,,,S-${at},1,,1,deny,surplus`, null, 'invalid_attribute'],
];

export const badRows = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => kinds[at % kinds.length]![0](at));

/**
 * Returns the errors that the import of the invalid test rows must report, each as row number, column and
 * error code.
 */
export const codesOfBadRows = (count: number): [number, string | null, string][] =>
  Array.from({ length: count }, (_, at) => {
    const [, column, code] = kinds[at % kinds.length]!;
    return [at + 2, column, code];
  });
