import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { authDocument } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';
import { useTexts } from '../../texts/texts';
import { TextAreaInput } from '../fields';
import { isOutside } from './networks';

interface NetworksFieldProps {
  value: string;
  onChange: (value: string) => void;
  description: string;
}

/** A field for the networks from which an app or access token can send requests. */
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

/** A field for the allowed networks of an access token. Warns if the networks exclude the user's own IP address. */
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

/** Loads the IP address of this browser as the service sees it. */
function useOwnAddress(): string | undefined {
  type CurrentSession = Document<Resource<{ address: string | null }>>;
  const query = useQuery({
    queryKey: ['own-address'],
    queryFn: async ({ signal }) =>
      (await authDocument<CurrentSession>('/api/sessions/current', { signal })).data.attributes.address,
  });
  return query.data ?? undefined;
}
