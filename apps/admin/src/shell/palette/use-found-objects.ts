import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { shopDocument } from '../../api/shop-api';
import { useMay } from '../../session/membership';
import type { Shop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import {
  foundItems,
  type FoundType,
  searchableTypes,
  searchQuery,
  type SearchResponse,
  unavailableTypes,
} from './found-objects';
import type { PaletteItem } from './palette-items';

/** Time in milliseconds between the last key press and the start of the search. */
const DEBOUNCE_MS = 150;
/** Minimum length of a search text. A shorter text matches too many objects. */
const MIN_LENGTH = 2;

export interface FoundObjects {
  items: PaletteItem[];
  /** True until the items match the current search text. */
  isPending: boolean;
  isFailed: boolean;
  unavailable: FoundType[];
  retry: () => void;
}

/** Searches the objects of the shop. The result never contains items for a previous search text. */
export function useFoundObjects(shop: Shop, text: string): FoundObjects {
  const t = useTexts();
  const may = useMay();
  const wanted = text.trim();
  const settled = useSettled(wanted);
  const searched = searchableTypes(may);
  const isSearched = wanted.length >= MIN_LENGTH && searched.length > 0;
  const { data, isError, refetch } = useQuery({
    queryKey: ['palette', shop.id, settled, searched.join()],
    enabled: isSearched && settled === wanted,
    queryFn: ({ signal }) =>
      shopDocument<SearchResponse>(shop.id, '/api/search', { query: searchQuery(settled, searched), signal }),
    retry: false,
    staleTime: 30_000,
  });
  const current = isSearched && settled === wanted ? data : undefined;
  return {
    items: current ? foundItems(t, may, wanted, current) : [],
    isPending: isSearched && !current && !(isError && settled === wanted),
    isFailed: isSearched && settled === wanted && isError,
    unavailable: current ? unavailableTypes(current) : [],
    retry: () => void refetch(),
  };
}

/** Returns the search text once it has been unchanged for DEBOUNCE_MS. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
