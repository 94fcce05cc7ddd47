import { codes } from './codes';
import { customers } from './customers';
import { meta } from './meta';
import { orders } from './orders';
import { products } from './products';
import { variants } from './variants';
import type { Sample } from './sample';

/** By type: one for each resource of `modules.ts`, a file and a line each. */
export const byType: Readonly<Record<string, Sample>> = {
  meta,
  products,
  variants,
  customers,
  codes,
  orders,
};
