import type { ReactNode } from 'react';
import type { Address } from '../../api/store';
import styles from './store.module.css';

/** Returns first and last name, as far as they are set. */
export function nameOf(person: { first_name?: unknown; last_name?: unknown } | undefined): string {
  return [person?.first_name, person?.last_name].filter((part) => typeof part === 'string' && part).join(' ');
}

/** Lines of an address in the format of an envelope. */
export function AddressLines({ address }: { address: Address | null }): ReactNode {
  if (!address) return '–';
  const { company, line1, line2, postal_code, city, province, country_code, phone } = address;
  const lines = [
    nameOf(address),
    ...[company, line1, line2],
    [postal_code, city].filter(Boolean).join(' '),
    ...[province, country_code, phone],
  ];
  return <bdi className={styles['lines']}>{lines.filter(Boolean).join('\n')}</bdi>;
}
