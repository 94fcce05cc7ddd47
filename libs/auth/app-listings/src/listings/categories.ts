export const categories = [
  'analytics',
  'customer_service',
  'design',
  'finance',
  'inventory',
  'marketing',
  'orders_and_shipping',
  'products',
  'productivity',
  'other',
] as const;

export type Category = (typeof categories)[number];

export const isCategory = (name: string): name is Category => categories.some((each) => each === name);
