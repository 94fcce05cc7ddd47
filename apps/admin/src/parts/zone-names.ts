import { offsetAt } from './zone-days';
import { browserZone, knownZone, zoneName } from './zones';

/**
 * Maps outdated time zone names in browsers to the current names. The service's time zone database may contain only
 * current names.
 */
const today: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

function nameToday(zone: string): string {
  const name = today[zone] ?? zone;
  return knownZone(name) === name ? name : zone;
}

/** Returns the browser's time zone by its current name. */
export function ownZone(): string {
  return nameToday(browserZone());
}

/**
 * Returns all time zones of this browser by current name, smallest UTC offset first. The result also contains the
 * time zone `also`.
 */
export function allZones(also: string, now: number): { id: string; text: string }[] {
  const names = new Set(['UTC', also, ...Intl.supportedValuesOf('timeZone').map(nameToday)]);
  return [...names]
    .map((id) => ({ id, offset: offsetAt(now, knownZone(id)) }))
    .sort((a, b) => a.offset - b.offset || (a.id < b.id ? -1 : 1))
    .map(({ id, offset }) => ({ id, text: `${zoneName(id)} (${offsetName(offset)})` }));
}

/** Formats a UTC offset such as `GMT+05:30`. */
function offsetName(offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60_000));
  const two = (number: number) => String(number).padStart(2, '0');
  return `GMT${offset < 0 ? '−' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
