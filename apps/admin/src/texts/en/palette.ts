/** Texts of the command palette. */
export const palette = {
  'palette.title': 'Find something',
  'palette.label': 'Search orders, products, customers and screens',
  'palette.order': 'Order {number}',
  'palette.recent': 'Recent',
  'palette.screen': 'Screen',
  'palette.action': 'Action',
  'palette.newMeta': 'New meta object',
  'palette.searching': 'Searching …',
  'palette.none': 'Nothing has this name',
} as const;
