import type { ReactNode } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import type { Address } from '../../api/store';
import { nameOf } from './person-name';
import styles from './store.module.css';

export { nameOf } from './person-name';

/** A postal address formatted as on an envelope, with the country name in the user's language. */
export function AddressLines({ address }: { address: Address | null }): ReactNode {
  const { formatDisplayName } = useIntl();
  if (!address) return '–';
  const { company, line1, line2, postal_code, city, province, country_code, phone } = address;
  const lines = [
    nameOf(address),
    ...[company, line1, line2],
    [postal_code, city].filter(Boolean).join(' '),
    ...[province, country_code && countryName(country_code, formatDisplayName), phone],
  ];
  return <bdi className={styles['lines']}>{lines.filter(Boolean).join('\n')}</bdi>;
}

/** Returns the country name in the user's language. Returns an unknown country code unchanged. */
function countryName(code: string, formatDisplayName: IntlShape['formatDisplayName']): string {
  return /^[A-Z]{2}$/.test(code) ? (formatDisplayName(code, { type: 'region' }) ?? code) : code;
}

/** An email address that can wrap before the @. */
export function Email({ email }: { email: string | null }): ReactNode {
  if (email === null) return '–';
  const at = email.lastIndexOf('@');
  return (
    <bdi>
      <span className={styles['unit']}>{email.slice(0, at)}</span>
      <span className={styles['unit']}>{email.slice(at)}</span>
    </bdi>
  );
}
