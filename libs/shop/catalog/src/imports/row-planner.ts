import { newId } from '@storewright/database';
import { parseJson, type Row } from '@storewright/entities';
import { type ParsedResource, readChangedObject, readNewObject } from '@storewright/json-api';
import type { Operation, ResourceRepository } from '@storewright/resources';
import { amountDetail, attributesOf, type CellTexts, textsOf } from './cell-values';
import type { FileDelimiter } from './csv-file';
import { type FileValue, fileValues } from './file-columns';
import type { Import } from './import.entity';
import type { ImportKind } from './import-states';
import type { ImportRow, RowError } from './import-row.entity';
import type { KnownObjects } from './known-objects';
import { rowErrorsOf } from './row-errors';

export interface Targets {
  products: ResourceRepository;
  variants: ResourceRepository;
}

export type RowPlan = { operations: Operation[] } | { errors: RowError[] };

/**
 * Plans the write operations for a batch of CSV rows, with the validation rules of the API. The caller must
 * plan rows in the order of the file.
 */
export class RowPlanner {
  private readonly delimiter: FileDelimiter;
  private readonly columns;

  constructor(
    private readonly imported: Pick<Row<Import>, 'kind' | 'columns' | 'delimiter'>,
    private readonly targets: Targets,
    private readonly known: KnownObjects,
    private readonly currency: string,
  ) {
    this.delimiter = imported.delimiter as FileDelimiter;
    this.columns = parseJson(imported.columns);
  }

  /**
   * Plans the write operations for a CSV row. Later rows of the batch can refer to objects that this row
   * creates.
   */
  plan(row: Row<ImportRow>): RowPlan {
    const texts = textsOf(this.columns, parseJson(row.cells), this.delimiter);
    const errors: RowError[] = [];
    const operations =
      this.imported.kind === 'inventory'
        ? this.inventory(texts, row, errors)
        : this.productAndVariant(texts, row, errors);
    this.remember(row, errors.length === 0);
    return errors.length > 0 ? { errors } : { operations };
  }

  private remember({ number, handle, sku }: Row<ImportRow>, isValid: boolean): void {
    const { handles, skus } = this.known;
    if (handle !== null && !handles.get(handle)?.isValid)
      handles.set(handle, { number: handles.get(handle)?.number ?? number, isValid });
    if (sku !== null && !skus.has(sku)) skus.set(sku, { number, isValid });
  }

  private inventory(texts: CellTexts, row: Row<ImportRow>, errors: RowError[]): Operation[] {
    const { sku } = row;
    const variant = this.known.variants.get(sku ?? '');
    if (sku === null)
      errors.push(required('sku', 'The row has no SKU. Enter the SKU of an existing variant.'));
    else if (!variant)
      errors.push({ column: 'sku', code: 'not_found', detail: `No variant has the SKU "${sku}".` });
    this.checkDistinct(row, errors);
    // Validates the quantity even if no variant has the SKU, so that the row reports both errors.
    const { id = newId() } = variant ?? {};
    return this.write({ of: 'variant', id, texts, currency: this.currency, isNew: false }, errors);
  }

  private productAndVariant(texts: CellTexts, row: Row<ImportRow>, errors: RowError[]): Operation[] {
    const { handle, sku } = row;
    const variant = this.known.variants.get(sku ?? '');
    const known = this.known.products.get(handle ?? '');
    const product = texts.has('handle') ? known : (variant?.product_id ?? known);
    if (product === undefined && handle === null) {
      const detail =
        sku === null ? 'The row has no handle, title or SKU. Enter at least one of them.' : unknownSku(sku);
      errors.push({ column: sku === null ? null : 'sku', code: 'not_found', detail });
      return [];
    }
    const isNew = product === undefined;
    const { id = newId() } = { id: product };
    const writes = this.write({ of: 'product', id, texts, currency: this.currency, isNew, handle }, errors);
    if (isNew && errors.length > 0) this.explainMissingProduct(row, errors);
    const ofVariant = this.variantOf(id, texts, row, errors);
    if (isNew && errors.length === 0) this.known.products.set(handle!, id);
    return [...writes, ...ofVariant];
  }

  /**
   * Explains a missing product. If an earlier row of the CSV file should have created the product but has
   * errors, this explanation replaces the errors of the current row.
   */
  private explainMissingProduct({ handle }: Row<ImportRow>, errors: RowError[]): void {
    const earlier = this.known.handles.get(handle!);
    if (!earlier || earlier.isValid) return;
    const { number } = earlier;
    const detail =
      `Row ${number} of the same product has errors, so the product is not created. ` +
      `Correct row ${number} first.`;
    errors.splice(0, errors.length, { column: 'handle', code: 'not_found', detail });
  }

  private variantOf(product: string, texts: CellTexts, row: Row<ImportRow>, errors: RowError[]): Operation[] {
    const { sku } = row;
    if (!hasVariant(this.imported.kind, texts)) return [];
    if (sku === null) {
      errors.push(
        required('sku', 'The row describes a variant but has no SKU. Enter the SKU of the variant.'),
      );
      return [];
    }
    this.checkDistinct(row, errors);
    const variant = this.known.variants.get(sku);
    if (variant && variant.product_id !== product) {
      const detail = `The SKU "${sku}" belongs to a variant of another product.`;
      errors.push({ column: 'sku', code: 'already_exists', detail });
      return [];
    }
    const currency = texts.get('currency_code')?.trim() ?? variant?.currency_code ?? this.currency;
    const id = variant?.id ?? newId();
    return this.write({ of: 'variant', id, texts, currency, isNew: !variant, product }, errors);
  }

  private checkDistinct({ sku }: Row<ImportRow>, errors: RowError[]): void {
    const earlier = this.known.skus.get(sku ?? '');
    if (!earlier) return;
    const detail = `Row ${earlier.number} has the same SKU. A file can contain each SKU once.`;
    errors.push({ column: 'sku', code: 'already_exists', detail });
  }

  /**
   * Validates the attributes of a product or a variant in a CSV row. Returns the write operation, or an empty
   * array if the row changes nothing or is invalid.
   */
  private write(sent: ObjectOfRow, errors: RowError[]): Operation[] {
    const { kind } = this.imported;
    const { of, id, currency } = sent;
    const { attributes, invalidAmounts } = attributesOf(kind, of, sent.texts, currency);
    for (const column of invalidAmounts)
      errors.push({ column, code: 'invalid_attribute', detail: amountDetail(column, currency) });
    const repository = of === 'product' ? this.targets.products : this.targets.variants;
    const target = { repository, pointer: `/${of}` };
    try {
      if (sent.isNew) return [{ ...target, op: 'add', input: readNewOf(repository, sent, attributes) }];
      const input = readChangesOf(repository, sent, attributes);
      const changes = Object.keys(input.attributes).length > 0;
      return changes ? [{ ...target, op: 'update', id, version: undefined, input }] : [];
    } catch (error) {
      const others = rowErrorsOf(kind, of, error).filter(
        ({ column }) => !invalidAmounts.includes(column ?? ''),
      );
      errors.push(...others);
      return [];
    }
  }
}

interface ObjectOfRow {
  of: FileValue['of'];
  id: string;
  texts: CellTexts;
  currency: string;
  isNew: boolean;
  /** Handle of the product. Used only if the CSV row creates the product. */
  handle?: string | null;
  /** Id of the product. Used only if the CSV row creates a variant. */
  product?: string;
}

const DEFAULT_VARIANT_TITLE = 'Default';

type Attributes = Record<string, unknown>;

const sentObject = (of: FileValue['of'], data: object) => ({
  ...{ data, pointer: `/${of}`, source: '', lids: new Map<string, string>() },
});

function readNewOf(
  repository: ResourceRepository,
  { id, handle, product }: ObjectOfRow,
  sent: Attributes,
): ParsedResource<object> {
  const { resource } = repository;
  const { type } = resource;
  const check = repository.validate?.bind(repository);
  if (product === undefined)
    return readNewObject(
      resource,
      sentObject('product', { type, id, attributes: { ...sent, handle } }),
      check,
    );
  const attributes = { title: DEFAULT_VARIANT_TITLE, ...sent };
  const relationships = { product: { data: { type: 'products', id: product } } };
  return readNewObject(resource, sentObject('variant', { type, id, attributes, relationships }), check);
}

/** Omits the handle from the changes, because in a CSV file the handle only identifies the product. */
function readChangesOf(
  repository: ResourceRepository,
  { of, id }: ObjectOfRow,
  { handle: _, ...attributes }: Attributes,
): ParsedResource<object> {
  const { resource } = repository;
  const check = repository.validate?.bind(repository);
  return readChangedObject(resource, sentObject(of, { type: resource.type, id, attributes }), id, { check });
}

const hasVariant = (kind: ImportKind, texts: CellTexts) =>
  fileValues[kind].some(({ of, name }) => of === 'variant' && texts.has(name));

const required = (column: string, detail: string): RowError => ({
  column,
  code: 'invalid_attribute',
  detail,
});

const unknownSku = (sku: string) =>
  `No variant has the SKU "${sku}". Add a handle or a title to create a product.`;
