import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { isId } from '../../api/shop-apps';

/** The screen of an object; undefined where its type has none. */
export function objectAddress(type: string, id: string): string | undefined {
  return ['orders', 'products', 'variants', 'customers', 'codes', 'meta'].includes(type)
    ? `/${type}/${id}`
    : undefined;
}

/** What apps attach metadata to: by the id, or as people call it: the number of an order. */
export function resourceAddress(type: string, name: string): string | undefined {
  if (isId(name)) return objectAddress(type, name);
  return type === 'orders' && /^\d+$/.test(name) ? `/orders?q=${name}` : undefined;
}

/** Leads to an object, where there is a screen of it. */
export function ObjectLink({
  type,
  id,
  children,
}: {
  type: string;
  id: string;
  children?: ReactNode;
}): ReactNode {
  const address = objectAddress(type, id);
  return address === undefined ? (children ?? id) : <Link to={address}>{children ?? id}</Link>;
}

/** In a list: whoever comes back finds the list as it was. */
export function RowLink({ to, children }: { to: string; children: ReactNode }): ReactNode {
  const { search } = useLocation();
  return (
    <Link to={to} state={{ search }}>
      {children}
    </Link>
  );
}
