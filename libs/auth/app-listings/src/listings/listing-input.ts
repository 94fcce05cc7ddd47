import {
  checkNames,
  type CustomValidation,
  IsNullable,
  IsOmittable,
  Rule,
  type Violations,
} from '@storewright/json-api';
import { IsDisplayName, IsDisplayText } from '@storewright/people';
import { IsAppUrl } from '../links/app-url';
import { categories, isCategory } from './categories';
import { IsListingText } from './listing-text';

const MAX_TAGLINE = 80;
const MAX_DESCRIPTION = 4_000;
const MAX_CATEGORIES = 3;
export const MAX_SCREENSHOTS = 8;

const categoryNames = { what: 'category', has: isCategory, see: `use ${categories.join(', ')}` };

function IsDistinctStrings(most: number, what: string, schema: object): PropertyDecorator {
  const holds = (value: unknown) =>
    Array.isArray(value) &&
    value.length <= most &&
    value.every((each) => typeof each === 'string') &&
    new Set(value).size === value.length;
  return Rule('isDistinctStrings', holds, `a list of at most ${most} distinct ${what}`, {
    type: 'array',
    maxItems: most,
    uniqueItems: true,
    items: schema,
  });
}

export class UpdateAppListing implements CustomValidation {
  @IsOmittable()
  @IsDisplayName()
  name?: string;

  @IsNullable()
  @IsDisplayText(MAX_TAGLINE)
  tagline?: string | null;

  @IsNullable()
  @IsListingText(MAX_DESCRIPTION)
  description?: string | null;

  @IsOmittable()
  @IsDisplayName()
  developer_name?: string;

  @IsOmittable()
  @IsDistinctStrings(MAX_CATEGORIES, 'categories', { type: 'string', enum: categories })
  categories?: string[];

  /** Digests of the screenshots in display order. A screenshot whose digest is missing is deleted. */
  @IsOmittable()
  @IsDistinctStrings(MAX_SCREENSHOTS, 'digests of screenshots', { type: 'string', pattern: '^[0-9a-f]{64}$' })
  screenshots?: string[];

  @IsNullable()
  @IsAppUrl()
  support_url?: string | null;

  @IsNullable()
  @IsAppUrl()
  privacy_url?: string | null;

  check(violations: Violations, pointer: string): void {
    checkNames(this.categories, categoryNames, violations, `${pointer}/categories`);
  }
}
