/** Texts of variants on the screens of products. */
export const variants = {
  'variant.add': 'Add variant',
  'variant.edit': 'Edit',
  'variant.edit.of': 'Edit “{title}”',
  'variant.sku': 'SKU',
  'variant.price': 'Price ({currency})',
  'variant.compareAt': 'Compare-at price ({currency})',
  'variant.compareAt.description': 'What it cost before.',
  'variant.compareAt.warning': 'Not higher than the price, so it shows no discount.',
  'variant.stock': 'Stock',
  'variant.stock.of': 'Stock of “{title}”',
  'variant.stock.description': 'Leave it empty if you do not track stock.',
  'variant.stock.negative':
    '{missing, plural, one {# more sold than in stock.} other {# more sold than in stock.}}',
  'variant.stock.late': 'It was changed in the meantime: {now} now.',
  'variant.policy': 'When out of stock',
  'variant.policy.deny': 'Stop selling',
  'variant.policy.continue': 'Continue selling',
  'variant.delete.title': 'Delete “{title}”?',
  'variant.delete.text': 'Orders keep what was bought. This can’t be undone.',
} as const;
