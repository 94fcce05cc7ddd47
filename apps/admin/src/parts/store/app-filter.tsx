import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { authPage } from '../../api/auth-api';
import { appIdOf, type Installation, installationsKey, installationsPath } from '../../api/installations';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { Select } from '../select';

/** Maximum number of installations whose apps the filter offers, newest first. */
const MAX_INSTALLATIONS = 100;

/** Names of installed and uninstalled apps of the shop by id. Empty for people who cannot read them. */
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
  // Entries of newer installations come last, because the last entry of an app wins.
  return new Map(data?.toReversed().map((each) => [appIdOf(each), each.attributes.app_name]));
}

interface AppFilterProps {
  label: string;
  /** Text of the choice without an app. */
  all: string;
  value: string;
  onChange: (id: string) => void;
}

/** Selects the app that created the objects of a list. Hidden if the shop never had an app. */
export function AppFilter({ label, all, value, onChange }: AppFilterProps): ReactNode {
  const names = useAppNames(true);
  const options = [...names].map(([id, text]) => ({ id, text }));
  if (value !== '' && !names.has(value)) options.push({ id: value, text: value });
  if (options.length === 0) return null;
  return (
    <Select label={label} options={[{ id: '', text: all }, ...options]} value={value} onChange={onChange} />
  );
}
