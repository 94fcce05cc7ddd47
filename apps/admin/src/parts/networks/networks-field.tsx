import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { authDocument } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';
import { useTexts } from '../../texts/texts';
import { TextAreaInput } from '../fields';
import { isOutside } from './networks';

interface NetworksFieldProps {
  /** Networks, one per line. */
  value: string;
  onChange: (value: string) => void;
  description: string;
}

/** A field for the networks from which requests are allowed. */
export function NetworksField({
  warning,
  ...props
}: NetworksFieldProps & { warning?: string | null }): ReactNode {
  const t = useTexts();
  return (
    <TextAreaInput
      label={t('networks.label')}
      name="allowed_networks"
      rows={3}
      mono
      autoComplete="off"
      warning={warning}
      {...props}
    />
  );
}

/** The field for an access token. Warns a person whose own address is outside of the networks. */
export function TokenNetworksField({ value, ...props }: Omit<NetworksFieldProps, 'description'>): ReactNode {
  const t = useTexts();
  const address = useOwnAddress();
  const isLockedOut = address !== undefined && isOutside(value, address);
  return (
    <NetworksField
      {...props}
      value={value}
      description={t('networks.description')}
      warning={isLockedOut ? t('networks.outside', { address }) : null}
    />
  );
}

/** Loads the address from which the service receives requests of this browser. */
function useOwnAddress(): string | undefined {
  type CurrentSession = Document<Resource<{ address: string | null }>>;
  const query = useQuery({
    queryKey: ['own-address'],
    queryFn: async ({ signal }) =>
      (await authDocument<CurrentSession>('/api/sessions/current', { signal })).data.attributes.address,
  });
  return query.data ?? undefined;
}
