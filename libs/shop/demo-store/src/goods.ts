/** Variants that a demo product can have: title, and price relative to the price of the product. */
export const editions = {
  one: [['', 1]],
  sizes: [
    ['XS', 1],
    ['S', 1],
    ['M', 1],
    ['L', 1],
    ['XL', 1],
    ['XXL', 1.1],
  ],
  feet: [
    ['36–38', 1],
    ['39–41', 1],
    ['42–44', 1],
    ['45–47', 1],
  ],
  colours: [
    ['Sand', 1],
    ['Slate', 1],
    ['Moss', 1],
    ['Rust', 1],
  ],
  weights: [
    ['250 g', 1],
    ['500 g', 1.85],
    ['1 kg', 3.4],
  ],
  volumes: [
    ['0.25 l', 1],
    ['0.5 l', 1.3],
    ['0.75 l', 1.5],
    ['1 l', 1.8],
    ['2 l', 2.6],
  ],
  formats: [
    ['Small', 1],
    ['Large', 1.5],
  ],
} as const satisfies Record<string, readonly (readonly [string, number])[]>;

/** A demo product: title, key of its variants, price in cents, and tags. */
export type Goods = readonly [title: string, edition: keyof typeof editions, price: number, tags: string];

export const forSale: readonly Goods[] = [
  ['Espresso Nr. 1', 'weights', 890, 'coffee'],
  ['Espresso Nr. 7, dark', 'weights', 940, 'coffee'],
  ['Filter Coffee Huehuetenango', 'weights', 1090, 'coffee single-origin'],
  ['Filter Coffee Sidamo', 'weights', 1150, 'coffee single-origin organic'],
  ['Decaf, water processed', 'weights', 1090, 'coffee'],
  ['Cold Brew Blend', 'weights', 990, 'coffee summer'],
  ['Green Tea Sencha', 'weights', 1290, 'tea organic'],
  ['Earl Grey', 'weights', 990, 'tea'],
  ['Herbal Tea, mountain mint', 'weights', 850, 'tea organic'],
  ['Stoneware Mug', 'colours', 1890, 'kitchen'],
  ['Espresso Cup, set of two', 'colours', 2490, 'kitchen'],
  ['Cereal Bowl', 'colours', 2190, 'kitchen'],
  ['Dinner Plate', 'colours', 2690, 'kitchen'],
  ['Glass Carafe', 'volumes', 1990, 'kitchen'],
  ['Storage Jar', 'volumes', 890, 'kitchen'],
  ['Hand Grinder', 'one', 8900, 'kitchen coffee'],
  ['Pour-over Kettle', 'one', 6900, 'kitchen coffee'],
  ['Coffee Filter Papers, 100 pieces', 'formats', 590, 'kitchen coffee'],
  ['Moka Pot', 'formats', 3490, 'kitchen coffee'],
  ['Cast-iron Pan', 'formats', 5900, 'kitchen'],
  ['Bread Knife', 'one', 4900, 'kitchen'],
  ['Chopping Board, oak', 'formats', 3900, 'kitchen wood'],
  ['Salt Mill, walnut', 'one', 4490, 'kitchen wood'],
  ['Linen Apron', 'colours', 3990, 'kitchen textile'],
  ['Tea Towel, set of three', 'colours', 1990, 'kitchen textile'],
  ['Linen Tablecloth', 'formats', 6900, 'textile'],
  ['Wool Blanket', 'colours', 11900, 'textile winter'],
  ['Cushion Cover', 'colours', 2990, 'textile'],
  ['Bath Towel, waffle', 'colours', 3490, 'textile bath'],
  ['Wool Socks', 'feet', 1690, 'clothing winter'],
  ['Felt Slippers', 'feet', 4490, 'clothing winter'],
  ['T-Shirt, heavy cotton', 'sizes', 2990, 'clothing'],
  ['Fisherman’s Sweater', 'sizes', 12900, 'clothing winter'],
  ['Work Jacket', 'sizes', 14900, 'clothing'],
  ['Rain Poncho', 'sizes', 7900, 'clothing outdoor'],
  ['Beanie, merino', 'colours', 2790, 'clothing winter'],
  ['Canvas Tote', 'colours', 1890, 'bags'],
  ['Market Basket', 'formats', 3490, 'bags'],
  ['Backpack, waxed canvas', 'colours', 13900, 'bags outdoor'],
  ['Pencil Case', 'colours', 1490, 'stationery'],
  ['Notebook, dotted', 'colours', 1290, 'stationery'],
  ['Fountain Pen', 'one', 3900, 'stationery'],
  ['Postcards, set of ten', 'one', 990, 'stationery'],
  ['Desk Lamp', 'colours', 8900, 'home'],
  ['Candle, beeswax', 'formats', 1290, 'home winter'],
  ['Soap, olive oil', 'one', 690, 'bath organic'],
  ['Plant Pot', 'formats', 1590, 'home'],
  ['Watering Can', 'one', 2990, 'home garden'],
  ['Garden Twine', 'one', 790, 'garden'],
  ['Picnic Cutlery', 'one', 1990, 'outdoor summer'],
];

export const digital: readonly Goods[] = [
  ['Coffee Tasting, online', 'one', 3900, 'coffee course'],
  ['Sewing Pattern: Apron', 'one', 900, 'textile download'],
];

export const discontinued: readonly Goods[] = [
  ['Enamel Mug', 'colours', 1290, 'kitchen outdoor'],
  ['Advent Tea Box', 'one', 2490, 'tea winter'],
  ['Linen Shirt', 'sizes', 6900, 'clothing summer'],
  ['Wall Calendar', 'one', 1990, 'stationery'],
];

export const planned: readonly Goods[] = [
  ['Milk Frother', 'one', 2990, 'kitchen coffee'],
  ['Hammock', 'colours', 8900, 'outdoor summer'],
  ['Bento Box', 'formats', 2790, 'kitchen'],
  ['Linen Pyjamas', 'sizes', 8900, 'clothing textile'],
];
