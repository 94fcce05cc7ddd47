import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { authPage } from '../../api/auth-api';
import { appIdOf, type Installation, installationsKey, installationsPath } from '../../api/installations';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { Select } from '../select';

const MAX_INSTALLATIONS = 100;

/** Names of current and former apps of the shop, keyed by app id. Empty for users who cannot read installations. */
export function useAppNames(isNeeded: boolean): ReadonlyMap<string, string> {
  const { id } = useShop();
  const may = useMay();
  const { data } = useQuery({
    queryKey: [...installationsKey(id), 'names'],
    enabled: isNeeded && may('installations.collection'),
    queryFn: async ({ signal }) => {
      const query = { sort: '-id', 'page[size]': MAX_INSTALLATIONS };
      return (await authPage<Installation>(installationsPath(id), { query, signal })).data;
    },
    staleTime: 60_000,
  });
  // Reverses the list of installations, so that the newest installation of an app overrides older installations.
  return new Map(data?.toReversed().map((each) => [appIdOf(each), each.attributes.app_name]));
}

interface AppFilterProps {
  label: string;
  all: string;
  value: string;
  onChange: (id: string) => void;
}

/** Filters a list by the app that created the objects. Hidden if the shop has never installed an app. */
export function AppFilter({ label, all, value, onChange }: AppFilterProps): ReactNode {
  const names = useAppNames(true);
  const options = [...names].map(([id, text]) => ({ id, text }));
  if (value !== '' && !names.has(value)) options.push({ id: value, text: value });
  if (options.length === 0) return null;
  return (
    <Select label={label} options={[{ id: '', text: all }, ...options]} value={value} onChange={onChange} />
  );
}
