/** Invented names of demo customers, with email addresses under example.com and example.org (RFC 2606). */
export const firstNames = (
  'Ada Ahmed Alba Aleš Amelie Anna Anouk Arne Ayşe Ben Björn Bruno Carla Chloé Clara Daan David ' +
  'Elif Elena Emil Emma Fatima Felix Finn Frida ' +
  'Greta Hana Hanna Hugo Ida Ilse Imani Ines Ivo Jakob Jana Jannis João Jonas Jules Karim Katja ' +
  'Kofi Lara Lea Léa Leon Lina Luca Luise Maja Malik ' +
  'Mara Marie Mats Mia Mila Milan Mina Moritz Nele Nico Nina Noah Nora Oskar Paul Paula Petra Pia ' +
  'Rafael Rosa Ruben Samira Sanne Sofia Sven Tamar ' +
  'Theo Tim Tove Valentin Vera Yara Yusuf Zoë'
).split(' ');

export const lastNames = (
  'Adler Albers Amsel Anders Bach Baumann Becker Berg Bianchi Blom Böhm Brandt Braun Bruhn Castel ' +
  'Claes Dahl Demir Dietz Dubois Ebert Eder Engel ' +
  'Ernst Falk Fink Fischer Fontaine Frank Gerber Graf Gruber Günther Haas Hahn Hansen Hartmann ' +
  'Heller Hofer Horn Huber Jansen Jung Kaiser Keller ' +
  'Kern Klein Koch Kowalski Kraft Kramer Krüger Lang Laurent Lehner Lindner Lorenz Maier Marx ' +
  'Mertens Meyer Moser Nagel Neumann Novak Okafor Otto ' +
  'Petit Peters Pichler Pohl Reiter Richter Rossi Roth Sauer Schäfer Schmid Schulte Seidel Silva ' +
  'Simon Sommer Stein Steiner Tanner Thoma Ulrich ' +
  'Vogel Wagner Weber Weiss Winter Wirth Wolf Yılmaz Ziegler'
).split(' ');

export const streets = [
  ...['Ahornweg', 'Am Markt', 'Bahnhofstrasse', 'Birkenallee', 'Gartenweg', 'Hafengasse', 'Kirchplatz'],
  ...['Lindenweg', 'Mühlgasse', 'Nordring', 'Rosenweg', 'Schulstrasse', 'Uferpromenade', 'Wiesengrund'],
];

/** A country of demo customers. `tax` is in basis points on top of prices. `shipping` is in cents. */
export interface Country {
  country_code: string;
  cities: readonly (readonly [city: string, postal_code: string])[];
  tax: number;
  shipping: number;
}

export const countries: readonly (readonly [Country, number])[] = [
  [
    {
      ...{ country_code: 'DE', tax: 1900, shipping: 490 },
      cities: [
        ['Berlin', '10999'],
        ['Hamburg', '20359'],
        ['Köln', '50674'],
        ['Leipzig', '04109'],
        ['München', '80469'],
        ['Freiburg', '79098'],
      ],
    },
    70,
  ],
  [
    {
      ...{ country_code: 'AT', tax: 2000, shipping: 890 },
      cities: [
        ['Wien', '1070'],
        ['Graz', '8010'],
      ],
    },
    10,
  ],
  [
    {
      ...{ country_code: 'NL', tax: 2100, shipping: 890 },
      cities: [
        ['Amsterdam', '1012 AB'],
        ['Utrecht', '3511 CE'],
      ],
    },
    8,
  ],
  [
    {
      ...{ country_code: 'FR', tax: 2000, shipping: 990 },
      cities: [
        ['Lyon', '69002'],
        ['Strasbourg', '67000'],
      ],
    },
    8,
  ],
  // No tax applies to demo orders to this country, because they are exports.
  [
    {
      ...{ country_code: 'CH', tax: 0, shipping: 1490 },
      cities: [
        ['Basel', '4051'],
        ['Zürich', '8004'],
      ],
    },
    4,
  ],
];

export const notes = [
  'Please leave it with the neighbours.',
  'A present: please send it without the invoice.',
  'Please ring at the second door.',
  'If an item is sold out, please send the rest.',
  'The last parcel came quickly. Thank you!',
];

export const cancelReasons = [
  'The customer changed their mind',
  'Ordered twice',
  'Not in stock after all',
  'Suspected fraud',
  'The payment did not arrive',
];
