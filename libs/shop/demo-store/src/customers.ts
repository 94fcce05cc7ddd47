import type { CurrencyAmount } from '@storewright/sales';
import { foldKey, handleOf } from '@storewright/text';
import { day, timestamp } from './calendar';
import { countries, type Country, firstNames, lastNames, streets } from './people';
import type { Random } from './random';

export interface Customer {
  row: {
    id: string;
    email: string | null;
    status: string;
    orders_count: number;
    total_spent: readonly CurrencyAmount[];
    total_spent_amount: number;
    version: number;
    updated_at: string;
  } & Record<string, unknown>;
  since: number;
  country: Country;
  address: Address;
  /** Relative probability that the demo customer orders again. */
  loyalty: number;
}

export type Address = Record<string, string | null>;

const handles = (name: string) => handleOf(name).replaceAll('-', '');

export function customersOf(
  random: Random,
  { from, end, count }: { from: number; end: number; count: number },
): Customer[] {
  const taken = new Set<string>();
  const since = Array.from({ length: count }, () => {
    const share = random.next();
    return Math.floor(from - 10 * day + share * (end - from + 9 * day));
  }).sort((one, other) => one - other);
  return since.map((at) => customerOf(random, at, taken));
}

function customerOf(random: Random, since: number, taken: Set<string>): Customer {
  const [first_name, last_name] = [random.pick(firstNames), random.pick(lastNames)];
  const country = random.weighted(countries);
  const address = addressOf(random, country, first_name, last_name);
  const isCalled = random.chance(0.03);
  const email = isCalled ? null : emailOf(random, `${handles(first_name)}.${handles(last_name)}`, taken);
  const row = {
    id: random.idAt(since),
    ...{ email, email_folded: email && foldKey(email) },
    // Uses phone numbers that are reserved for fiction.
    phone:
      isCalled || random.chance(0.2)
        ? `+49 30 23125 ${random.whole(0, 999).toString().padStart(3, '0')}`
        : null,
    ...{ first_name, last_name, accepts_marketing: random.chance(0.4), default_address: address },
    note: random.chance(0.03) ? 'Prefers phone calls in the evening.' : null,
    tags: random.chance(0.05) ? ['wholesale'] : random.chance(0.06) ? ['newsletter'] : [],
    ...{ status: 'active', orders_count: 0, total_spent: [], total_spent_amount: 0, version: 1 },
    ...{ created_at: timestamp(since), updated_at: timestamp(since) },
  };
  return { row, since, country, address, loyalty: random.next() };
}

/** Creates a unique email address for a demo customer, sometimes in capital letters. */
function emailOf(random: Random, name: string, taken: Set<string>): string {
  const domain = random.pick(['example.com', 'example.org']);
  let email = `${name}@${domain}`;
  for (let number = 2; taken.has(email); number += 1) email = `${name}${number}@${domain}`;
  taken.add(email);
  return random.chance(0.02) ? email.replace(/^./, (letter) => letter.toUpperCase()) : email;
}

export function addressOf(random: Random, country: Country, first_name: string, last_name: string): Address {
  const [city, postal_code] = random.pick(country.cities);
  const line1 = `${random.pick(streets)} ${random.whole(1, 120)}`;
  return { first_name, last_name, line1, line2: null, postal_code, city, country_code: country.country_code };
}
